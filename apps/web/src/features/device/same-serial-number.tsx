import { Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { linkTo } from '../../lib/paths.ts';
import { sameSerialNumberQuery } from './device.queries.ts';

interface Props {
  serialNumber: string;
  /** The machine being edited, if it is stored. */
  except: number | null;
}

/** Warns about other machines with the same serial number. Duplicates are allowed, so nothing is refused. */
export function SameSerialNumber({ serialNumber, except }: Props) {
  const { t } = useTranslation('device');
  const { data: machines = [] } = useQuery({
    ...sameSerialNumberQuery(serialNumber, except),
    enabled: serialNumber.trim() !== '',
  });
  return (
    <Box role="status">
      {machines.length > 0 && (
        <Text
          size="sm"
          mt={4}
          c="light-dark(color-mix(in srgb, var(--mantine-color-orange-9) 80%, black), var(--mantine-color-orange-3))"
        >
          {t('sameSerialNumber')}{' '}
          {machines.map(({ id, name, customer }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              {/* In a new tab, so that the form keeps its input. */}
              <Anchor
                inherit
                underline="always"
                href={linkTo.machineEdit({ id, customerId: customer.id, prev: 'machineList' })}
                target="_blank"
                rel="noopener"
              >
                {name} ({customer.shortName})
              </Anchor>
            </span>
          ))}
        </Text>
      )}
    </Box>
  );
}
