import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Box, Button, Group, Text } from '@mantine/core';
import {
  hideNotification,
  Notifications,
  showNotification,
  updateNotification,
  useNotifications,
} from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Toast, takeToasts } from '../lib/toast.ts';

// Few toasts ask.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../components/confirm-dialog.tsx')).ConfirmDialog,
}));

const looks = {
  success: { color: 'green.8', icon: <IconCheck size={18} /> },
  error: { color: 'red.8', icon: <IconAlertTriangle size={18} /> },
  info: { color: 'brand', icon: <IconInfoCircle size={18} /> },
};

/** Long enough to read it and press its button. */
const withActionFor = 10_000;

export function ToastStack() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Toast | null>(null);
  useEffect(() => {
    const show = (toast: Toast) => {
      const { message, tone = 'info', id = `${tone} ${message}`, action, until } = toast;
      if (toast.question) return setAsked(toast);
      showNotification({
        // A message already shown is not repeated.
        id,
        message: action ? <WithAction message={message} action={action} id={id} /> : message,
        ...looks[tone],
        autoClose: until ? false : action ? withActionFor : tone === 'error' ? 8000 : 4000,
        role: tone === 'error' ? 'alert' : 'status',
        closeButtonProps: { 'aria-label': t('close') },
      });
      void until?.then(() => hideNotification(id));
    };
    return takeToasts(show);
  }, [t]);
  usePlaceBelowDialog();
  return (
    <>
      <Notifications position="top-center" limit={5} />
      <Suspense>
        {asked?.question && (
          <ConfirmDialog
            opened
            title={asked.question.title}
            message={<Text mod="prose">{asked.message}</Text>}
            confirmLabel={asked.question.confirmLabel}
            onConfirm={() => {
              setAsked(null);
              asked.question?.run();
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface WithActionProps extends Required<Pick<Toast, 'message' | 'action' | 'id'>> {}

function WithAction({ message, action, id }: WithActionProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { undoes = false } = action;
  usePressByUndoKeys(button, undoes);
  // Like the mouse, the keyboard keeps it open.
  const closeAfter = (autoClose: number | false) =>
    updateNotification({ id, message: <WithAction message={message} action={action} id={id} />, autoClose });
  return (
    // On a phone the button takes a line of its own, rather than a line for each word.
    <Group justify="space-between" gap="xs">
      {/* A file's name may be one long word. */}
      <Box component="span" miw={0} maw="100%" style={{ overflowWrap: 'anywhere' }}>
        {message}
      </Box>
      <Button
        ref={button}
        variant="subtle"
        flex="none"
        ms="auto"
        data-undo={undoes || undefined}
        aria-keyshortcuts={undoes ? 'Control+Z Meta+Z' : undefined}
        onFocus={() => closeAfter(false)}
        onBlur={() => closeAfter(withActionFor)}
        onClick={() => {
          hideNotification(id);
          action.run();
        }}
      >
        {action.label}
      </Button>
    </Group>
  );
}

/** Where the keys take back what was typed. */
const typing = 'input, textarea, select, [contenteditable]';

/** Ctrl+Z takes back the last deletion that still can be, unless a screen has its own use of the keys. */
function usePressByUndoKeys(button: RefObject<HTMLButtonElement | null>, undoes: boolean): void {
  useEffect(() => {
    if (!undoes) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
      if (!isUndo || event.shiftKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      if ([...document.querySelectorAll('[data-undo]')].at(-1) !== button.current) return;
      event.preventDefault();
      button.current?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [button, undoes]);
}

const titles = '[aria-modal="true"] :is(.mantine-Modal-title, .mantine-Drawer-title)';

/** Keeps the toasts below the title and close button of an open dialog. */
function usePlaceBelowDialog(): void {
  const { notifications } = useNotifications();
  const showing = notifications.length > 0;
  useLayoutEffect(() => {
    if (!showing) return;
    const place = () => {
      const titleBottoms = [...document.querySelectorAll(titles)].map(
        (title) => title.parentElement?.getBoundingClientRect().bottom ?? 0,
      );
      document.documentElement.style.setProperty('--app-below-dialog', `${Math.max(0, ...titleBottoms)}px`);
    };
    place();
    const observer = new MutationObserver(place);
    observer.observe(document.body, { childList: true, subtree: true });
    // Dialogs open with an animation.
    document.addEventListener('transitionend', place);
    return () => {
      observer.disconnect();
      document.removeEventListener('transitionend', place);
    };
  }, [showing]);
}
