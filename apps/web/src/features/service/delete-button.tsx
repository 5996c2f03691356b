import { Button } from '@mantine/core';
import { documentNumber, type ServiceProtocol } from '@servicebook/shared/service';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showToast } from '../../lib/toast.ts';
import { useSession } from '../../lib/use-session.ts';
import { useDeleteService } from './service.queries.ts';

interface DeleteButtonProps {
  protocol: ServiceProtocol;
  onDialog: (open: boolean) => void;
  onDeleted: () => void;
}

/** Deletes a protocol, for who may; only the month's last one can go, and none that was ever signed. */
export function DeleteButton({ protocol, onDialog, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation(['service', 'common']);
  const { user, may } = useSession();
  const remove = useDeleteService();
  const [asking, setAsking] = useState(false);
  const show = (open: boolean) => {
    setAsking(open);
    onDialog(open);
  };
  if (protocol.version > 0 || !may('service.delete', protocol.userCreated.id === user?.id)) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
        onClick={() => show(true)}
      >
        {t('common:delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('delete.title')}
        message={t('delete.message', { number: documentNumber(protocol) })}
        confirmLabel={t('common:delete')}
        loading={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(protocol.id, {
            onSuccess: () => {
              show(false);
              showToast({ tone: 'success', message: t('common:deleted') });
              onDeleted();
            },
          })
        }
        onClose={() => {
          show(false);
          remove.reset();
        }}
      />
    </>
  );
}
