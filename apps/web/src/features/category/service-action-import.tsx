import { Box, Button, Checkbox, Flex, Modal, Stack, Text } from '@mantine/core';
import { parseServiceActions, type ServiceAction } from '@servicebook/shared/service-action';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect } from '../../components/search-select.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import type { Option } from '../../components/use-options.ts';
import { categoryQuery, loadCategoryOptions } from './category.queries.ts';
import { sameAction } from './same-action.ts';
import classes from './service-action-import.module.css';
import { ServiceActionText } from './service-actions-view.tsx';

interface Props {
  /** The category to import into; it is not offered as a source. */
  categoryId: number;
  /** The names already in its list. */
  taken: string[];
  onImport: (actions: ServiceAction[]) => void;
  onClose: () => void;
}

/** Imports service actions from another category. */
export function ServiceActionImport({ categoryId, taken, onImport, onClose }: Props) {
  const { t } = useTranslation(['category', 'common']);
  const narrow = useNarrowScreen();
  const [source, setSource] = useState<Option | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { data, error, refetch } = useQuery({ ...categoryQuery(source?.id ?? 0), enabled: source !== null });
  const actions = parseServiceActions(data?.serviceReviewOperationsList);
  const isTaken = ({ name }: ServiceAction) => taken.some((other) => sameAction(other, name));
  const fresh = actions.flatMap((action, index) => (isTaken(action) ? [] : [index]));
  const allPicked = fresh.length > 0 && fresh.every((index) => selected.has(index));

  const loadOthers = async (text: string, signal: AbortSignal) => {
    const { content, totalElements } = await loadCategoryOptions(text, signal);
    const others = content.filter(({ id }) => id !== categoryId);
    return { content: others, totalElements: totalElements - (content.length - others.length) };
  };
  const toggle = (index: number) => {
    const next = new Set(selected);
    if (!next.delete(index)) next.add(index);
    setSelected(next);
  };
  const choose = (option: Option | null) => {
    setSource(option);
    setSelected(new Set());
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import.title')}
      size="36rem"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <SearchSelect
          label={t('import.category')}
          placeholder={t('import.choose')}
          value={source}
          onChange={choose}
          loadOptions={loadOthers}
        />
        <Box mih="12rem">
          {source === null ? (
            <Text size="sm" c="dimmed" ta="center" pt={64}>
              {t('import.start')}
            </Text>
          ) : error ? (
            <ErrorState error={error} onRetry={() => refetch()} />
          ) : !data ? (
            <LoadingState />
          ) : actions.length === 0 ? (
            <EmptyState title={t('import.nothing')} />
          ) : (
            <Flex component="fieldset" direction="column" mod="rows">
              <Text component="legend" size="sm" fw={550} pb={4}>
                {t('import.actions')}
              </Text>
              <Checkbox
                py={10}
                label={t('import.all')}
                checked={allPicked}
                indeterminate={!allPicked && fresh.some((index) => selected.has(index))}
                disabled={fresh.length === 0}
                onChange={() => setSelected(new Set(allPicked ? [] : fresh))}
              />
              {actions.map((action, index) => (
                <Checkbox
                  // biome-ignore lint/suspicious/noArrayIndexKey: nothing here moves, and names may repeat
                  key={index}
                  py={10}
                  label={<ServiceActionText action={action} />}
                  description={isTaken(action) ? t('import.duplicate') : undefined}
                  checked={selected.has(index)}
                  onChange={() => toggle(index)}
                />
              ))}
            </Flex>
          )}
        </Box>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            disabled={selected.size === 0}
            onClick={() => onImport(actions.filter((_, index) => selected.has(index)))}
          >
            {t('import.submit', { count: selected.size })}
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
