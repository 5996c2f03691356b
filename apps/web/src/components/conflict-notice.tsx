import { Alert, Box, type BoxProps, Button, Flex, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '../lib/merge-changes.ts';
import { ErrorNotice } from './error-notice.tsx';
import { showInForm } from './show-in-form.ts';

interface ConflictNoticeProps<Field extends string> extends Pick<BoxProps, 'mt'> {
  conflict: Conflict<Field> | null;
  /** A field's label, and the value saved by the other user. */
  describe: (field: Field) => { label: string; theirs: string };
  title?: string;
  text?: string;
}

/** Shown when somebody else has saved: loads their changes and keeps the user's input visible. */
export function ConflictNotice<Field extends string>(props: ConflictNoticeProps<Field>) {
  const { t } = useTranslation('components');
  const [running, setRunning] = useState<'load' | 'saveOver' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { conflict, describe, mt } = props;
  if (!conflict) return null;

  if (conflict.stage === 'loaded')
    return (
      <Alert ref={showInForm} color="yellow" mt={mt} role="status">
        <Text fw={600}>{t('conflict.loaded')}</Text>
        {conflict.fields.length > 0 && (
          <>
            <Text size="sm" mt={4}>
              {t('conflict.both')}
            </Text>
            <Flex component="ul" direction="column" gap="xs" mt="xs">
              {conflict.fields.map((field) => {
                const { label, theirs } = describe(field);
                return (
                  <Group
                    renderRoot={(props) => <li {...props} />}
                    justify="space-between"
                    gap="xs"
                    fz="sm"
                    key={field}
                  >
                    <Box component="span" flex="1 1 14rem" miw={0} style={{ whiteSpace: 'pre-line' }}>
                      <strong>{label}:</strong> {theirs || '–'}
                    </Box>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`${t('conflict.take')}: ${label}`}
                      onClick={() => conflict.take(field)}
                    >
                      {t('conflict.take')}
                    </Button>
                  </Group>
                );
              })}
            </Flex>
          </>
        )}
      </Alert>
    );

  const run = (name: 'load' | 'saveOver', work: () => Promise<void>) => async () => {
    setRunning(name);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(null);
    }
  };
  const { load, saveOver } = conflict;
  return (
    <Alert ref={showInForm} color="yellow" mt={mt}>
      <Text fw={600}>{props.title ?? t('conflict.title')}</Text>
      <Text size="sm" mt={4}>
        {props.text ?? t('conflict.text')}
      </Text>
      <ErrorNotice error={failure} mt="xs" />
      <Group gap="xs" mt="sm">
        <Button loading={running === 'load'} disabled={running !== null} onClick={run('load', load)}>
          {t('conflict.load')}
        </Button>
        {saveOver && (
          <Button
            variant="default"
            loading={running === 'saveOver'}
            disabled={running !== null}
            onClick={run('saveOver', saveOver)}
          >
            {t('conflict.saveOver')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
