import { Box, Button, Flex, Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { maxNames } from '@servicebook/shared/device';
import { searchOfText } from '@servicebook/shared/fold-text';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { deviceNamesQuery } from './device.queries.ts';

interface Props {
  onChoose: (name: string) => void;
  onClose: () => void;
}

/** Milliseconds after the last keystroke before the server is asked. */
const pause = 250;

/** Copies the name of another machine, so that identical machines have the same name. */
export function DeviceNameChooser({ onChoose, onClose }: Props) {
  const { t } = useTranslation(['device', 'common']);
  const narrow = useNarrowScreen();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, pause);
  const { data: names, error, refetch, isPlaceholderData } = useQuery(deviceNamesQuery(settled));
  const isOld = settled !== text || isPlaceholderData;
  // Until the answer to what was typed is there, those of the last one that have the words.
  const matches = (isOld ? names?.filter(searchOfText(text)) : names) ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('names.open')}
      size="32rem"
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <TextInput
        type="search"
        role="searchbox"
        data-autofocus
        autoComplete="off"
        aria-label={t('names.search')}
        placeholder={t('names.search')}
        maxLength={200}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (matches[0] && text !== '') onChoose(matches[0]);
        }}
      />
      <Box mih="20rem" mt="sm">
        {error && !names ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : !names || (isOld && matches.length === 0) ? (
          <LoadingState />
        ) : matches.length === 0 && text === '' ? (
          <EmptyState title={t('names.emptyTitle')} hint={t('names.emptyHint')} />
        ) : matches.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm" role="status">
            {t('names.nothing', { text })}
          </Text>
        ) : (
          <Flex component="ul" direction="column" aria-label={t('names.list')}>
            {matches.map((name) => (
              <li key={name}>
                <Button
                  variant="subtle"
                  color="gray"
                  c="inherit"
                  fw={400}
                  fullWidth
                  justify="start"
                  onClick={() => onChoose(name)}
                >
                  {name}
                </Button>
              </li>
            ))}
          </Flex>
        )}
        {matches.length === maxNames && (
          <Text size="sm" c="dimmed" p="sm">
            {t('names.refine', { shown: maxNames })}
          </Text>
        )}
      </Box>
    </Modal>
  );
}
