import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { OwnSignatureDialog } from '../../components/own-signature-dialog.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { SignaturePicture } from '../../components/signature-picture.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { ownSignatureQuery, useSetOwnSignature } from '../../lib/own-signature.ts';
import { showToast } from '../../lib/toast.ts';

/** The signature that the user keeps for protocols. */
export function OwnSignatureSection() {
  const { t } = useTranslation(['signature', 'common']);
  const { data, error, refetch } = useQuery(ownSignatureQuery);
  const set = useSetOwnSignature();
  const [drawing, setDrawing] = useState(false);
  const store = (svgPath: string | null) =>
    set.mutate(svgPath, {
      onSuccess: () => {
        setDrawing(false);
        showToast({ tone: 'success', message: t('common:saved') });
      },
    });
  const stored = data?.svgPath;
  return (
    <SectionCard title={t('own.title')} hint={t('own.hint')}>
      {data ? (
        <Stack align="flex-start">
          {stored && <SignaturePicture svgPath={stored} label={t('own.title')} />}
          <Group gap="sm">
            <Button variant="default" onClick={() => setDrawing(true)}>
              {t(stored ? 'own.replace' : 'own.draw')}
            </Button>
            {stored && (
              <Button
                variant="subtle"
                color="red"
                loading={set.isPending && !drawing}
                onClick={() => store(null)}
              >
                {t('own.delete')}
              </Button>
            )}
          </Group>
          {!drawing && <ErrorNotice error={set.error} />}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
      <OwnSignatureDialog
        opened={drawing}
        saving={set.isPending}
        error={set.error}
        onDrawn={store}
        onClose={() => setDrawing(false)}
      />
    </SectionCard>
  );
}
