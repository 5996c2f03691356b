import { Alert, Button, Card, Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { nameOrEmail } from '@servicebook/i18n/names.ts';
import type { Employee } from '@servicebook/shared/employee';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { employeesQuery, planEnd } from '../../lib/employees.ts';
import { paths } from '../../lib/paths.ts';
import { forgetUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useSession } from '../../lib/use-session.ts';
import { signOut } from '../user/user.queries.ts';
import { useDeleteAccount } from './my-account.queries.ts';

const sameText = (typed: string, expectedText: string) =>
  typed.trim().toLocaleLowerCase() === expectedText.trim().toLocaleLowerCase();

interface DeleteAccountDialogProps {
  onClose: () => void;
  /** Leads to the way out with time to think; without it, the contract has ended and nobody has access any more. */
  onEndInstead: (() => void) | undefined;
}

/**
 * Lists what will be lost and who loses access. The company's name must be typed, so that nothing is deleted by
 * accident.
 */
export function DeleteAccountDialog({ onClose, onEndInstead }: DeleteAccountDialogProps) {
  const { t } = useTranslation('my-account');
  const { user } = useSession();
  const closed = user?.account.closed ?? false;
  const { data: employees, error, refetch } = useQuery({ ...employeesQuery, enabled: !closed });
  const remove = useDeleteAccount();
  const [typed, setTyped] = useState('');
  if (!user) return null;
  // An account registered with Google has no company name at first.
  const expectedText = user.account.companyName || user.email;

  async function leave() {
    forgetUnsavedChanges();
    await signOut().catch(() => undefined);
    window.location.assign(paths.root);
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={t('deletion.dialogTitle')}
      message={
        <Stack gap="sm">
          {onEndInstead && (
            <Alert color="brand" role="note">
              {t('deletion.instead')}
              <Button variant="default" mt="sm" onClick={onEndInstead}>
                {t('deletion.insteadButton')}
              </Button>
            </Alert>
          )}
          <Text>{t('deletion.message')}</Text>
          {!closed && <Losers {...{ employees, error, refetch }} />}
          <TextInput
            label={t('deletion.typeToConfirm', { text: expectedText })}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Stack>
      }
      confirmLabel={t('deletion.confirm')}
      confirmDisabled={!sameText(typed, expectedText) || !(closed || employees)}
      loading={remove.isPending || remove.isSuccess}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      onClose={onClose}
    />
  );
}

/** The users who lose access. */
function Losers({
  employees,
  error,
  refetch,
}: Pick<UseQueryResult<Employee[]>, 'error' | 'refetch'> & { employees: Employee[] | undefined }) {
  const { t } = useTranslation('my-account');
  return (
    <>
      <Text fw={600}>{t('deletion.users')}</Text>
      {employees ? (
        <Card
          component="section"
          padding="xs"
          mah="12rem"
          style={{ overflowY: 'auto' }}
          tabIndex={0}
          aria-label={t('deletion.users')}
        >
          <Flex component="ul" direction="column">
            {employees.map((employee) => (
              <Loser key={employee.id} employee={employee} />
            ))}
          </Flex>
        </Card>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/** One of them, and the end of their paid access. */
function Loser({ employee }: { employee: Employee }) {
  const { t } = useTranslation('my-account');
  const { user } = useSession();
  const until = planEnd(employee, user?.timezone ?? 'UTC');
  const accessText =
    employee.accountPlan.type === 'FREE'
      ? employee.accountPlan.name
      : until && !employee.expired
        ? t('deletion.paidUntil', { date: until })
        : t('deletion.expired');
  return (
    <Group
      justify="space-between"
      align="baseline"
      wrap="nowrap"
      py={6}
      renderRoot={(props) => <li {...props} />}
    >
      <span>
        {nameOrEmail(employee)}
        {employee.id === user?.id && ` (${t('deletion.you')})`}
      </span>
      <Text span size="sm" c="dimmed" ta="end" maw="50%">
        {accessText}
      </Text>
    </Group>
  );
}
