import { Button, Flex, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { Page } from '../../../components/page.tsx';
import { LoadingState } from '../../../components/states.tsx';
import { eraseDrafts, toDraftUser } from '../../../features/service/service-draft.ts';
import { signOut } from '../../../features/user/user.queries.ts';
import { paths } from '../../../lib/paths.ts';
import { onPhone } from '../../../lib/phone.ts';
import { useOffline } from '../../../lib/stored-answers.ts';
import { eraseUnsent, useUnsent } from '../../../lib/unsent.ts';
import { appConfigQuery } from '../../../lib/use-app-config.ts';
import { endSession, useSession } from '../../../lib/use-session.ts';
import { findUnsent, type UnsentKinds, unsentKinds } from './unsent-kinds.ts';

/** The server's hint that another site has led here. Read once, because later visits come from this page itself. */
function takeForeignVisit(): boolean {
  const mark = document.querySelector('meta[name="sign-out"]');
  mark?.remove();
  return mark !== null;
}

/**
 * Ends the session and continues to the product's site. Without a connection, it says why that cannot be done now. Asks
 * for confirmation if another site has led here, and after a time without a connection. Work that exists only on this
 * device is named, and deleted after a second question. If signing out fails, the page says so, nothing is lost, and the
 * user can try again.
 */
export function LogoutPage() {
  const { t } = useTranslation(['common', 'session', 'unsent']);
  const queryClient = useQueryClient();
  const { user, pending, unanswered } = useSession();
  const owner = user && toDraftUser(user);
  const [isForeign, setForeign] = useState(takeForeignVisit);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const [mayDelete, setMayDelete] = useState(false);
  const offline = useOffline();
  // When the network is back, the user may have gone on to something else.
  const [wasOffline, setWasOffline] = useState(false);
  if (offline && !wasOffline) setWasOffline(true);
  const entries = useUnsent(user);
  const send = useMutation({
    mutationFn: async () => {
      const { sendAll } = await import('../../../offline/outbox/sender.ts');
      if (user) await sendAll(user);
    },
  });
  const { data: unsent } = useQuery({
    queryKey: ['session', 'unsent', owner, entries],
    queryFn: () => (user ? findUnsent(user, entries) : null),
    enabled: user !== null,
    placeholderData: keepPreviousData,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      if (owner) await eraseDrafts(owner).catch(() => {});
      if (user) await eraseUnsent(user).catch(() => {});
      await onPhone((phone) => phone.erase());
      endSession(queryClient);
      const config = await queryClient.fetchQuery(appConfigQuery).catch(() => null);
      window.location.assign(config?.siteUrl ?? paths.root);
    },
  });

  // Nothing is erased before it is known what there is.
  const waits = (pending && !unanswered) || (user !== null && !unsent);
  const mustConfirm = wasOffline || (user !== null && isForeign);
  const isUnsent = entries > 0 || (unsent && unsentKinds.some((kind) => unsent.counts[kind] > 0));
  const ready = !waits && !offline && !mustConfirm && (!isUnsent || mayDelete);
  useEffect(() => {
    if (ready) mutate();
  }, [ready, mutate]);

  const stayButton = (variant: 'default' | 'filled' = 'default') => (
    <Button component={Link} to={paths.home} variant={variant}>
      {t('session:signOut.stay')}
    </Button>
  );
  const backButton = (
    <Button component={Link} to={paths.home} variant="default">
      {t('signOut.back')}
    </Button>
  );
  if (offline)
    return (
      <Question title={t('session:signOut.offlineTitle')} text={t('session:signOut.offline')}>
        {backButton}
      </Question>
    );
  if (waits) return <LoadingState />;
  if (mustConfirm)
    return (
      <Question
        title={t('session:signOut.title')}
        text={t(isForeign ? 'session:signOut.foreign' : 'session:signOut.online')}
      >
        <Button
          onClick={() => {
            setForeign(false);
            setWasOffline(false);
          }}
        >
          {t('session:signOut.confirm')}
        </Button>
        {stayButton()}
      </Question>
    );
  if (!ready && unsent)
    return (
      <Question
        title={t('session:signOut.unsentTitle')}
        text={`${t('session:signOut.unsent')} ${named(unsent.counts)}. ${t('session:signOut.deleted')}`}
        details={unsent.names.length > 0 && <Names names={unsent.names} />}
      >
        {entries > 0 && (
          <Button loading={send.isPending} onClick={() => send.mutate()}>
            {t('unsent:send')}
          </Button>
        )}
        {stayButton(entries > 0 ? 'default' : 'filled')}
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsksToDelete(true)}>
          {t('session:signOut.withoutSending')}
        </Button>
        <ConfirmDialog
          opened={asksToDelete}
          title={t('session:signOut.deleteTitle')}
          message={`${t('session:signOut.lost', { what: named(unsent.counts) })}${unsent.counts.signatures > 0 ? ` ${t('session:signOut.signAgain')}` : ''}`}
          confirmLabel={t('session:signOut.confirmDelete')}
          danger
          onConfirm={() => setMayDelete(true)}
          onClose={() => setAsksToDelete(false)}
        />
      </Question>
    );
  if (!error || isPending) return <LoadingState />;
  return (
    <Page width="narrow">
      <ErrorNotice error={error} title={t('signOut.failed')} />
      <p>{t('signOut.stillIn')}</p>
      <Group gap="sm">
        <Button onClick={() => mutate()}>{t('states.retry')}</Button>
        {backButton}
      </Group>
    </Page>
  );

  function named(counts: UnsentKinds): string {
    const parts = unsentKinds.filter((kind) => counts[kind] > 0);
    return parts.map((kind) => t(`session:signOut.${kind}`, { count: counts[kind] })).join(', ');
  }
}

const mostNames = 3;

/** Of which customers and machines it is. */
function Names({ names }: { names: string[] }) {
  const { t } = useTranslation('session');
  const more = names.length - mostNames;
  return (
    <Flex component="ul" direction="column" gap={4} mb="md">
      {names.slice(0, mostNames).map((name) => (
        <Text component="li" key={name} fw={600} lineClamp={2}>
          {name}
        </Text>
      ))}
      {more > 0 && <li>{t('signOut.andMore', { count: more })}</li>}
    </Flex>
  );
}

interface QuestionProps {
  title: string;
  text: string;
  details?: ReactNode;
  children: ReactNode;
}

function Question({ title, text, details, children }: QuestionProps) {
  return (
    <Page width="narrow">
      <Title order={1} mt={24} mb="xs">
        {title}
      </Title>
      <p>{text}</p>
      {details}
      <Group gap="sm" mod="actions">
        {children}
      </Group>
    </Page>
  );
}
