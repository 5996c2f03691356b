import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnSignatureDialog } from '../../components/own-signature-dialog.tsx';
import { SignaturePicture } from '../../components/signature-picture.tsx';
import { useSetOwnSignature } from '../../lib/own-signature.ts';
import { FoldedFields } from './folded-fields.tsx';

interface OwnSignatureFieldProps {
  /** Who signs for the company. */
  name: string;
  /** The signature that goes onto the document; null: none. */
  value: string | null;
  /** The signature that the user keeps. */
  kept: string | null;
  disabled: boolean;
  onChange: (svgPath: string | null) => void;
}

/**
 * The technician signs as well: with the kept signature, or one drawn now. Named and folded away, because the customer
 * reads the same page and must not take it for their own.
 */
export function OwnSignatureField({ name, value, kept, disabled, onChange }: OwnSignatureFieldProps) {
  const { t } = useTranslation('signature');
  const keep = useSetOwnSignature();
  const [drawing, setDrawing] = useState(false);
  const take = (svgPath: string) => {
    onChange(svgPath);
    setDrawing(false);
  };
  const title = t('own.ofTechnician', { name });
  return (
    <>
      <FoldedFields label={title} summary={t(value ? 'own.added' : 'own.notAdded')}>
        <Stack gap={4} align="flex-start">
          {value && <SignaturePicture svgPath={value} label={title} />}
          {disabled ? (
            <Text size="sm">{t(value ? 'own.added' : 'own.notAdded')}</Text>
          ) : (
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
                  {t('own.drawAs', { name })}
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </FoldedFields>
      <OwnSignatureDialog
        opened={drawing}
        signer={name}
        saving={keep.isPending}
        error={keep.error}
        onDrawn={(svgPath, keeps) =>
          keeps ? keep.mutate(svgPath, { onSuccess: () => take(svgPath) }) : take(svgPath)
        }
        onClose={() => setDrawing(false)}
      />
    </>
  );
}
