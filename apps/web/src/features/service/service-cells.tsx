import { Box, Text } from '@mantine/core';
import type { ServiceProtocol } from '@servicebook/shared/service';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '../../components/truncated-text.tsx';
import { momentIn } from '../../lib/moment-text.ts';

/** The day and the time stay whole, one below the other where the column is narrow. */
export function DateCell({ date, timezone }: { date: string; timezone: string }) {
  return (
    <Box component="span" display="block" miw="5.75rem">
      {momentIn(date, timezone)}
    </Box>
  );
}

interface TypeCellProps {
  protocol: ServiceProtocol;
  /** A third line. */
  children?: ReactNode;
}

/** The types of work, and below them how it is paid. */
export function TypeCell({ protocol: { type, paymentType }, children }: TypeCellProps) {
  const { t } = useTranslation('service');
  return (
    <Box component="span" display="block" maw="14rem">
      {type.map((each) => t(`types.${each}`)).join(', ')}
      <Text inherit component="span" display="block" c="dimmed">
        {t(`payment.${paymentType}`)}
        {children}
      </Text>
    </Box>
  );
}

/** Longer texts are truncated, with the full text in a tooltip (specification, section 9). */
const faultShown = 80;

export function FaultCell({ fault }: { fault: string }) {
  return (
    <Box component="span" display="block" miw="8rem" maw="22rem">
      <TruncatedText max={faultShown} lines={3}>
        {fault}
      </TruncatedText>
    </Box>
  );
}
