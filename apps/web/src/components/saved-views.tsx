import { ActionIcon, Box, Button, Menu, Text } from '@mantine/core';
import type { SavedView, ViewList } from '@servicebook/shared/saved-view';
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorText } from '../lib/error-text.ts';
import { savedViewsQuery, useUpdateView } from '../lib/saved-views.ts';
import { showToast } from '../lib/toast.ts';
import { useQueryString } from '../lib/use-address.ts';
import { useSession } from '../lib/use-session.ts';
import classes from './data-table.module.css';
import type { Choosable } from './use-column-choice.ts';
import { useNarrowScreen } from './use-narrow-screen.ts';
import { leadsTo, viewQuery } from './view-state.ts';

// Loaded on demand: views are chosen more often than saved.
const SaveViewDialog = lazy(async () => ({
  default: (await import('./save-view-dialog.tsx')).SaveViewDialog,
}));
const ManageViewsDialog = lazy(async () => ({
  default: (await import('./manage-views-dialog.tsx')).ManageViewsDialog,
}));

export interface ListViews {
  list: ViewList;
  /** Parameters that a view names even if they have their default, because it depends on the user. */
  named?: Readonly<Record<string, string>> | undefined;
}

interface SavedViewsProps extends ListViews {
  size: number;
  sizes: readonly number[];
  /** The columns of the table, and those that it shows, as the address names them; none on a map or in a calendar. */
  columns?: readonly Choosable[];
  shown?: string | undefined;
}

/** The views of a list: choose, save, overwrite, rename and delete them, and copy the list's address. */
export function SavedViews({ list, named, size, sizes, columns = [], shown }: SavedViewsProps) {
  const { t } = useTranslation('components');
  const narrow = useNarrowScreen();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { may } = useSession();
  const [address] = useQueryString();
  const { data: views = [] } = useQuery(savedViewsQuery(list));
  const update = useUpdateView();
  const [lastChosen, setLastChosen] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);

  const query = viewQuery(address, { ...named, size: String(size), cols: shown });
  const fits = ({ query: stored }: SavedView) => leadsTo(stored, query, columns, sizes);
  const last = views.find(({ id }) => id === lastChosen);
  const current = last && fits(last) ? last : views.find(fits);
  const mayChange = ({ company }: SavedView) => !company || may('account.manage');

  const open = (view: SavedView) => {
    setLastChosen(view.id);
    navigate({ pathname, search: view.query }, { preventScrollReset: true });
  };
  const overwrite = ({ id, name }: SavedView) =>
    update.mutate(
      { body: { id, query } },
      {
        onSuccess: () => showToast({ tone: 'success', message: t('views.overwritten', { name }) }),
        onError: (error) => showToast({ tone: 'error', message: errorText(error) }),
      },
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${pathname}?${query}`);
      showToast({ tone: 'success', message: t('views.copied') });
    } catch {
      showToast({ tone: 'error', message: t('views.notCopied') });
    }
  };

  const label = current ? `${t('views.title')}: ${current.name}` : t('views.title');
  const groups = [
    { title: t('views.own'), members: views.filter(({ company }) => !company) },
    { title: t('views.company'), members: views.filter(({ company }) => company) },
  ].filter(({ members }) => members.length > 0);
  return (
    <>
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          {narrow ? (
            <ActionIcon variant={current ? 'light' : 'default'} size="lg" aria-label={label} title={label}>
              <IconBookmark size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              variant={current ? 'light' : 'default'}
              maw="18rem"
              leftSection={<IconBookmark size={18} aria-hidden />}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-label={label}
              title={label}
            >
              {current?.name ?? t('views.title')}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown className={classes.columnMenu ?? ''}>
          {groups.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py="xs">
              {t('views.none')}
            </Text>
          )}
          {groups.map(({ title, members }) => (
            <Box key={title} role="group" aria-label={title}>
              <Menu.Label>{title}</Menu.Label>
              {members.map((view) => (
                <Menu.Item
                  key={view.id}
                  aria-current={view === current || undefined}
                  rightSection={view === current && <IconCheck size={18} aria-hidden />}
                  onClick={() => open(view)}
                >
                  {view.name}
                </Menu.Item>
              ))}
            </Box>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            onClick={() => setDialog('save')}
          >
            {t('views.saveAs')}
          </Menu.Item>
          {last && !fits(last) && mayChange(last) && (
            <Menu.Item
              leftSection={<IconRefresh size={18} aria-hidden />}
              disabled={update.isPending}
              onClick={() => overwrite(last)}
            >
              {t('views.overwrite', { name: last.name })}
            </Menu.Item>
          )}
          {views.some(mayChange) && (
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setDialog('manage')}>
              {t('views.manage')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={copy}>
            {t('views.copy')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {narrow && current && (
        <Text size="sm" className={classes.viewName ?? ''}>
          {label}
        </Text>
      )}
      <Suspense>
        {dialog === 'save' && (
          <SaveViewDialog
            list={list}
            query={query}
            views={views}
            onSaved={({ id }) => setLastChosen(id)}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'manage' && (
          <ManageViewsDialog list={list} views={views.filter(mayChange)} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  );
}
