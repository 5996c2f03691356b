import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Button, Group } from '@mantine/core';
import { hideNotification, Notifications, showNotification, useNotifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Toast, takeToasts } from '../lib/toast.ts';

const looks = {
  success: { color: 'green.8', icon: <IconCheck size={18} /> },
  error: { color: 'red.8', icon: <IconAlertTriangle size={18} /> },
  info: { color: 'brand', icon: <IconInfoCircle size={18} /> },
};

export function ToastStack() {
  const { t } = useTranslation();
  useEffect(() => {
    const show = ({ message, tone = 'info', id = `${tone} ${message}`, action }: Toast) =>
      showNotification({
        // A message already shown is not repeated.
        id,
        message: action ? <WithAction message={message} action={action} id={id} /> : message,
        ...looks[tone],
        autoClose: tone === 'error' || action ? 8000 : 4000,
        role: tone === 'error' ? 'alert' : 'status',
        closeButtonProps: { 'aria-label': t('close') },
      });
    return takeToasts(show);
  }, [t]);
  usePlaceBelowDialog();
  return <Notifications position="top-center" limit={5} />;
}

interface WithActionProps extends Required<Pick<Toast, 'message' | 'action' | 'id'>> {}

function WithAction({ message, action, id }: WithActionProps) {
  return (
    <Group justify="space-between" gap="xs">
      {message}
      <Button
        variant="subtle"
        size="compact-sm"
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
