import { Button, Divider, Flex, Group, Text, Title } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressToCopy } from '../../components/address-to-copy.tsx';

const programs = ['google', 'outlook', 'apple'] as const;

/** A new address, with buttons to copy and open it, and where to enter it. */
export function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation('calendar');
  const field = useRef<HTMLInputElement>(null);
  // The button that made it is gone; and it is easily missed below the screen's edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address is shown, not only the first.
  useEffect(() => field.current?.focus(), [address]);
  return (
    <div>
      <AddressToCopy
        ref={field}
        label={t('address')}
        description={t('once')}
        address={address}
        copy={t('copy')}
        copied={t('copied')}
      />
      <Group mt="sm" mod="actions">
        <Button
          component="a"
          // Calendar programs register for this scheme.
          href={address.replace(/^https?:/, 'webcal:')}
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          {t('open')}
        </Button>
      </Group>
      <Title order={3} size="h4" mt="lg" mb="xs">
        {t('howTo.title')}
      </Title>
      <Flex component="dl" direction="column" gap="sm" maw="44rem">
        {programs.map((program) => (
          <div key={program}>
            <Text component="dt" fw={550}>
              {t(`howTo.${program}`)}
            </Text>
            <Text component="dd" size="sm" c="dimmed">
              {t(`howTo.${program}Steps`)}
            </Text>
          </div>
        ))}
      </Flex>
      <Divider my="lg" />
    </div>
  );
}
