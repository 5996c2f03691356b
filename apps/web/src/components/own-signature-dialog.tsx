import { Box, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from './error-notice.tsx';
import { SignaturePad } from './signature-pad.tsx';
import type { Signature } from './signature-path.ts';

interface OwnSignatureDialogProps {
  opened: boolean;
  /** On a protocol: whose signature it is. Offers to keep it, only if asked, because the customer may hold the phone. */
  signer?: string;
  saving: boolean;
  /** The error of the save; the ink stays. */
  error: unknown;
  onDrawn: (svgPath: string, keeps: boolean) => void;
  onClose: () => void;
}

/** The user draws their own signature. */
export const OwnSignatureDialog = ({ opened, onClose, ...props }: OwnSignatureDialogProps) => {
  const { t } = useTranslation('signature');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={props.signer ? t('own.ofTechnician', { name: props.signer }) : t('own.drawTitle')}
    >
      {opened && <Draw {...props} onClose={onClose} />}
    </Modal>
  );
};

function Draw({ signer, saving, error, onDrawn, onClose }: Omit<OwnSignatureDialogProps, 'opened'>) {
  const { t } = useTranslation(['signature', 'components']);
  const [drawn, setDrawn] = useState<Signature | null>(null);
  const [keeps, setKeeps] = useState(false);
  const [missing, setMissing] = useState(false);
  return (
    <Stack>
      {signer === undefined && <Text size="sm">{t('own.hint')}</Text>}
      <Box h="min(18rem, 55dvh)">
        <SignaturePad
          onChange={(next) => {
            setDrawn(next);
            setMissing(false);
          }}
          disabled={saving}
          invalid={missing}
        />
      </Box>
      {signer !== undefined && (
        <Checkbox
          label={t('own.keep', { name: signer })}
          description={t('own.keepHint')}
          checked={keeps}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
      )}
      <ErrorNotice error={missing ? t('required') : error} />
      <Group mod="actions" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('components:confirm.cancel')}
        </Button>
        <Button loading={saving} onClick={() => (drawn ? onDrawn(drawn.svgPath, keeps) : setMissing(true))}>
          {t('own.take')}
        </Button>
      </Group>
    </Stack>
  );
}
