import { Box, Button, Flex, Modal, Text, TextInput } from '@mantine/core';
import { searchOfText } from '@servicebook/shared/fold-text';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { useNarrowScreen } from '../../components/use-narrow-screen.ts';
import { deviceNamesQuery } from './device.queries.ts';

interface Props {
  onChoose: (name: string) => void;
  onClose: () => void;
}

/** A longer list would not be readable; typing narrows it. */
const maxShown = 100;

/** Copies the name of another machine, so that identical machines have the same name. */
export function DeviceNameChooser({ onChoose, onClose }: Props) {
  const { t } = useTranslation(['device', 'common']);
  const narrow = useNarrowScreen();
  const { data: names, error, refetch } = useQuery(deviceNamesQuery);
  const [text, setText] = useState('');
  const isFound = searchOfText(useDeferredValue(text));
  const matches = names?.filter(isFound) ?? [];
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
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (matches[0] && text.trim()) onChoose(matches[0]);
        }}
      />
      <Box mih="20rem" mt="sm">
        {error && !names ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : !names ? (
          <LoadingState />
        ) : names.length === 0 ? (
          <EmptyState title={t('names.emptyTitle')} hint={t('names.emptyHint')} />
        ) : matches.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm" role="status">
            {t('names.nothing', { text: text.trim() })}
          </Text>
        ) : (
          <Flex component="ul" direction="column" aria-label={t('names.list')}>
            {matches.slice(0, maxShown).map((name) => (
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
        {matches.length > maxShown && (
          <Text size="sm" c="dimmed" p="sm">
            {t('names.refine', { shown: maxShown, total: matches.length })}
          </Text>
        )}
      </Box>
    </Modal>
  );
}
