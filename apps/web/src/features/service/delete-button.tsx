import { Button } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DeletionDialog, useDeletion } from '../../components/deletion.tsx';
import { useNumberInText } from '../../lib/protocol-number.ts';
import { useSession } from '../../lib/use-session.ts';
import { useDeleteService } from './service.queries.ts';

interface DeleteButtonProps {
  protocol: ServiceProtocol;
  onDeleted: () => void;
}

/**
 * Deletes a protocol, if the user may. Only the month's last protocol can be deleted, and only if it was never signed.
 */
export function DeleteButton({ protocol, onDeleted }: DeleteButtonProps) {
  const { t } = useTranslation(['service', 'common']);
  const { user, may } = useSession();
  const numberOf = useNumberInText();
  const deletion = useDeletion<ServiceProtocol>(useDeleteService(), {
    // What was never sent is not in the bin.
    ...(protocol.id > 0 && { bin: 'service' }),
    nameOf: numberOf,
    texts: (deleted) => ({
      title: t('delete.title'),
      message: t('delete.message', { number: numberOf(deleted) }),
    }),
    onDone: onDeleted,
  });
  if (protocol.version > 0 || !may('service.delete', protocol.userCreated.id === user?.id)) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
        onClick={() => deletion.ask(protocol)}
      >
        {t('common:delete')}
      </Button>
      <DeletionDialog {...deletion.dialog} />
    </>
  );
}
