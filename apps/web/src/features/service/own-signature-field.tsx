import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnSignatureDialog } from '../../components/own-signature-dialog.tsx';
import { SignaturePicture } from '../../components/signature-picture.tsx';
import { useSetOwnSignature } from '../../lib/own-signature.ts';

interface OwnSignatureFieldProps {
  /** The signature that goes onto the document; null: none. */
  value: string | null;
  /** The signature that the user keeps. */
  kept: string | null;
  disabled: boolean;
  onChange: (svgPath: string | null) => void;
}

/** The technician signs as well: with the kept signature, or one drawn now. */
export function OwnSignatureField({ value, kept, disabled, onChange }: OwnSignatureFieldProps) {
  const { t } = useTranslation('signature');
  const keep = useSetOwnSignature();
  const [drawing, setDrawing] = useState(false);
  const take = (svgPath: string) => {
    onChange(svgPath);
    setDrawing(false);
  };
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" fw={500}>
        {t('own.title')}
      </Text>
      {value && <SignaturePicture svgPath={value} label={t('own.title')} />}
      {!disabled && (
        <Group gap="sm">
          {value ? (
            <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
              {t('own.leaveOut')}
            </Button>
          ) : (
            kept && (
              <Button variant="light" onClick={() => onChange(kept)}>
                {t('own.add')}
              </Button>
            )
          )}
          {!kept && !value && (
            <Button variant="light" onClick={() => setDrawing(true)}>
              {t('own.draw')}
            </Button>
          )}
        </Group>
      )}
      <OwnSignatureDialog
        opened={drawing}
        asksToKeep
        saving={keep.isPending}
        error={keep.error}
        onDrawn={(svgPath, keeps) =>
          keeps ? keep.mutate(svgPath, { onSuccess: () => take(svgPath) }) : take(svgPath)
        }
        onClose={() => setDrawing(false)}
      />
    </Stack>
  );
}
