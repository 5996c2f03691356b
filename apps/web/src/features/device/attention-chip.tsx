import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { attentionQuery } from './device.queries.ts';

interface Props {
  pressed: boolean;
  onToggle: () => void;
}

/** Filters the list by machines that need attention, and shows how many the account has. */
export function AttentionChip({ pressed, onToggle }: Props) {
  const { t } = useTranslation('device');
  const { data: count } = useQuery(attentionQuery);
  return (
    <Button
      variant={pressed ? 'filled' : 'default'}
      aria-pressed={pressed}
      title={t('filter.needsAttentionHint')}
      leftSection={<IconAlertTriangle size={18} stroke={1.7} aria-hidden />}
      onClick={onToggle}
    >
      {/* A single flex item, so that the space is preserved. */}
      <span>
        {t('filter.needsAttention')} {count !== undefined && <b>{count}</b>}
      </span>
    </Button>
  );
}
