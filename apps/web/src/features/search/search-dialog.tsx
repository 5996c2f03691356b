import '@mantine/core/styles/ScrollArea.layer.css';
import {
  Box,
  Button,
  CloseButton,
  Combobox,
  Group,
  Input,
  Loader,
  Modal,
  ScrollArea,
  Text,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Language } from '@servicebook/i18n';
import { formatDay } from '@servicebook/i18n/format.ts';

import { foldText, searchOfText, wordsOf } from '@servicebook/shared/fold-text';
import { type SearchHit, type SearchKind, searchKinds } from '@servicebook/shared/global-search';
import type { SessionUser } from '@servicebook/shared/user';
import {
  IconAddressBook,
  IconAlertTriangle,
  IconBuilding,
  IconCalendarEvent,
  IconChecklist,
  IconEngine,
  IconFileText,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';
import { readRecent, rememberRecord } from './recent-records.ts';
import { everythingQuery, recordsQuery } from './search.queries.ts';
import classes from './search-dialog.module.css';
import { linkOfHit } from './search-links.ts';
import { searchPages } from './search-pages.ts';

const icons: Record<SearchKind, typeof IconEngine> = {
  device: IconEngine,
  customer: IconBuilding,
  contact: IconAddressBook,
  service: IconFileText,
  visit: IconCalendarEvent,
  todo: IconChecklist,
  incident: IconAlertTriangle,
  employee: IconUser,
};

interface Row {
  key: string;
  icon: typeof IconEngine;
  title: string;
  details: string;
  mark?: string;
  to: string;
  /** Called when it is chosen. */
  remember?: () => void;
}

interface RowGroup {
  name: string;
  rows: Row[];
  /** Found for an earlier text: shown, but not to be chosen. */
  old?: boolean;
}

const pause = 120;
const mostPages = 6;

const rowOf = (user: SessionUser, hit: SearchHit, language: Language, manages: boolean): Row => ({
  ...{ key: `${hit.kind} ${hit.id}`, icon: icons[hit.kind], title: hit.title || (hit.details[0] ?? '') },
  details: [...(hit.day ? [formatDay(hit.day, language)] : []), ...hit.details].join(' · '),
  to: linkOfHit(hit, manages),
  remember: () => rememberRecord(user, hit),
});

interface Props {
  user: SessionUser;
  /** The first text. */
  given: string;
  opened: boolean;
  onClose: () => void;
}

/** The search of the whole app: what was opened last, then records, pages and actions while typing. */
export function SearchDialog({ user, given, opened, onClose }: Props) {
  const { t } = useTranslation(['search', 'common']);
  const { may } = useSession();
  const navigate = useNavigate();
  const narrow = useNarrowScreen();
  const [typed, setTyped] = useState(given);
  const wanted = typed.trim();
  const searches = wordsOf(wanted).length > 0;
  const [settled] = useDebouncedValue(wanted, pause);
  const { data, error, isError, isPlaceholderData, isFetching, refetch } = useQuery({
    ...everythingQuery(settled),
    enabled: opened && searches && wordsOf(settled).length > 0,
  });
  const isOld = searches && !isError && (settled !== wanted || isPlaceholderData || !data || isFetching);
  const failed = searches && isError && settled === wanted;

  const language = currentLanguage();
  const manages = may('user.manage');
  const recent = useRecent(user, opened);
  const groups = useMemo((): RowGroup[] => {
    const isFound = searchOfText(wanted);
    const found = searchPages(may, t('words.add')).flatMap(({ icon, label, hint, to, words }): Row[] => {
      const title = t(label as 'open');
      if (wanted !== '' && !(searches && isFound(`${title} ${words}`))) return [];
      return [{ key: label, icon, title, details: hint ? t(hint as 'open') : '', to }];
    });
    const pages = { name: t('kinds.pages'), rows: searches ? found.slice(0, mostPages) : found };
    if (wanted === '') {
      const rows = recent.map((hit) => rowOf(user, hit, language, manages));
      return [{ name: t('kinds.recent'), rows }, pages];
    }
    if (!searches) return [];
    const hits = (failed ? [] : (data?.hits ?? [])).map((hit) => {
      const row = rowOf(user, hit, language, manages);
      return { kind: hit.kind, ...row, ...(hit.mark && { mark: t(`marks.${hit.mark}`) }) };
    });
    const byKind = searchKinds.map((kind) => ({
      name: t(`kinds.${kind}`),
      rows: hits.filter((hit) => hit.kind === kind),
      old: isOld,
    }));
    // What is called exactly so was meant: the customer before its machines.
    const isCalledSo = ({ rows: [first] }: RowGroup) => first && foldText(first.title) === foldText(wanted);
    const ranked = byKind.toSorted(
      (one, other) => Number(isCalledSo(other) ?? 0) - Number(isCalledSo(one) ?? 0),
    );
    return [...ranked, pages];
  }, [data, failed, isOld, language, manages, may, recent, searches, t, user, wanted]);
  const hits = data?.hits ?? [];
  const shown = groups.filter(({ rows }) => rows.length > 0);
  const choosable = shown.flatMap(({ rows, old }) => (old ? [] : rows));
  const count = shown.reduce((sum, { rows }) => sum + rows.length, 0);

  const combobox = useCombobox({ opened: true });
  /** Enter was pressed before the answer came: it opens the first result. */
  const waitsForFirst = useRef(false);
  const choose = ({ to, remember }: Row) => {
    remember?.();
    onClose();
    navigate(to);
  };
  const keys = choosable.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first row is selected whenever there are other rows
  useEffect(() => {
    if (!opened) return;
    combobox.selectFirstOption();
    if (isOld || !waitsForFirst.current) return;
    waitsForFirst.current = false;
    if (choosable[0]) choose(choosable[0]);
  }, [opened, wanted, isOld, keys]);

  const found = searches && !isOld && !failed;
  const message = isOld
    ? t('searching')
    : count === 0
      ? t('nothing', { text: wanted })
      : t('found', { count });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size="40rem"
      yOffset="10vh"
      fullScreen={narrow}
      transitionProps={{ duration: 100, onExited: () => setTyped('') }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')} radius={narrow ? 0 : 'md'}>
        <Modal.Body p={0}>
          <Combobox
            store={combobox}
            onOptionSubmit={(key) => {
              const row = choosable.find((each) => each.key === key);
              if (row) choose(row);
            }}
          >
            <Group gap={0} wrap="nowrap" className={classes.field ?? ''}>
              <Combobox.EventsTarget>
                <Input
                  flex={1}
                  size="lg"
                  variant="unstyled"
                  aria-label={t('title')}
                  placeholder={t('placeholder')}
                  autoComplete="off"
                  spellCheck={false}
                  enterKeyHint="go"
                  maxLength={200}
                  data-autofocus
                  leftSection={
                    isOld ? (
                      <Loader size={20} aria-hidden />
                    ) : (
                      <IconSearch size={22} stroke={1.7} aria-hidden />
                    )
                  }
                  value={typed}
                  onChange={(event) => {
                    waitsForFirst.current = false;
                    setTyped(event.currentTarget.value);
                  }}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && isOld) waitsForFirst.current = true;
                    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
                  }}
                />
              </Combobox.EventsTarget>
              {narrow && (
                <CloseButton size={44} iconSize={22} mx={4} aria-label={t('close')} onClick={onClose} />
              )}
            </Group>
            <ScrollArea.Autosize
              type="scroll"
              scrollbars="y"
              // Scrolled by keys too.
              viewportProps={{ tabIndex: 0 }}
              // As wide as the dialog, so that long lines end in an ellipsis.
              styles={{ content: { display: 'block', width: '100%', minWidth: 0 } }}
              mah={narrow ? 'calc(100dvh - 3.625rem)' : 'min(34rem, calc(80vh - 4rem))'}
            >
              {failed && (
                <Group p="md" gap="md" role="alert" justify="space-between">
                  <div>
                    <Text>{t('failed')}</Text>
                    <Text size="sm" c="dimmed">
                      {errorText(error)}
                    </Text>
                  </div>
                  <Button variant="default" onClick={() => void refetch()}>
                    {t('retry')}
                  </Button>
                </Group>
              )}
              {found && count === 0 && (
                <Box p="md">
                  <Text>{t('nothing', { text: wanted })}</Text>
                  <Text size="sm" c="dimmed">
                    {t('nothingHint')}
                  </Text>
                </Box>
              )}
              {found && data?.similar && hits.length > 0 && (
                <Text size="sm" c="dimmed" px="md" pt="sm">
                  {t('similar')}
                </Text>
              )}
              <Combobox.Options aria-label={t('results')} p="xs">
                {shown.map(({ name, rows, old }) => (
                  <Combobox.Group key={name} label={name}>
                    {rows.map((row) => (
                      <SearchRow key={row.key} row={row} old={old ?? false} />
                    ))}
                  </Combobox.Group>
                ))}
              </Combobox.Options>
            </ScrollArea.Autosize>
          </Combobox>
          <VisuallyHidden role="status">{searches && !failed && message}</VisuallyHidden>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const nothing: SearchHit[] = [];

/** What was opened last, as it is now: a record may have been renamed or deleted meanwhile. */
function useRecent(user: SessionUser, opened: boolean): SearchHit[] {
  const remembered = useMemo(() => (opened ? readRecent(user) : []), [opened, user]);
  return useQuery(recordsQuery(remembered)).data ?? nothing;
}

function SearchRow({ row: { key, icon: Icon, title, details, mark }, old }: { row: Row; old: boolean }) {
  return (
    <Combobox.Option value={key} disabled={old} className={classes.row ?? ''}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes.text}>
        <span className={classes.title}>{title}</span>
        {details && (
          <Text span size="sm" c="dimmed">
            {details}
          </Text>
        )}
      </span>
      {mark && (
        <Text span size="sm" c="dimmed">
          {mark}
        </Text>
      )}
    </Combobox.Option>
  );
}
