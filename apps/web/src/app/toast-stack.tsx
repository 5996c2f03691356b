import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, showNotification } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
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
    const show = ({ message, tone = 'info', id }: Toast) =>
      showNotification({
        // The same words twice say no more than once.
        id: id ?? `${tone} ${message}`,
        message,
        ...looks[tone],
        autoClose: tone === 'error' ? 8000 : 4000,
        role: tone === 'error' ? 'alert' : 'status',
        closeButtonProps: { 'aria-label': t('close') },
      });
    return takeToasts(show);
  }, [t]);
  return <Notifications position="top-center" limit={5} />;
}
