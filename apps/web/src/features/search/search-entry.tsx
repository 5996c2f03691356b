import { useWindowEvent } from '@mantine/hooks';
import type { SessionUser } from '@servicebook/shared/user';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAhead } from '../../lib/load-code.ts';
import { searchEverythingEvent } from '../../lib/search-everything.ts';
import classes from './search-entry.module.css';
import { useRecentRecords } from './use-recent-records.ts';

const load = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await load()).SearchDialog }));

const typesText = 'input, textarea, select, [contenteditable="true"]';
const openDialog = '[role="dialog"], [role="alertdialog"]';

/** Ctrl-K anywhere, or a slash where nothing is typed. By the key's place too: on other alphabets K is another letter. */
const opensSearch = ({ key, code, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean => {
  if (altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && (code === 'KeyK' || key.toLowerCase() === 'k');
  return key === '/' && !(target instanceof Element && target.closest(typesText));
};

/** The search field of the bar, on a phone an icon. It opens the search of the whole app, and so do its keys. */
export function SearchEntry({ user }: { user: SessionUser }) {
  const { t } = useTranslation('search');
  const [opened, setOpened] = useState(false);
  const [requested, setRequested] = useState(false);
  useRecentRecords(user);
  // So that what is typed right after the key is not lost.
  useEffect(() => loadAhead(load), []);
  /** The text with which another screen opened the search, and how often one did. */
  const [given, setGiven] = useState({ text: '', times: 0 });
  const open = () => {
    setRequested(true);
    setOpened(true);
  };
  useWindowEvent(searchEverythingEvent, ({ detail }: CustomEvent<string>) => {
    setGiven(({ times }) => ({ text: detail, times: times + 1 }));
    open();
  });
  useWindowEvent('keydown', (event) => {
    if (!opensSearch(event)) return;
    // Before the browser's own search.
    event.preventDefault();
    // A form in a dialog is finished first.
    if (!document.querySelector(openDialog)) open();
  });
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-keyshortcuts="Control+K Meta+K /"
        title={t('title')}
        onClick={open}
      >
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <span className={classes.label}>{t('open')}</span>
        <kbd className={classes.hotkey} aria-hidden>
          {t('hotkey')}
        </kbd>
      </button>
      {requested && (
        <Suspense>
          <SearchDialog
            key={given.times}
            user={user}
            given={given.text}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
