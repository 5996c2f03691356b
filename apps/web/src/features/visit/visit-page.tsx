import { Anchor, Badge, Box, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { formatHours } from '@servicebook/i18n/format.ts';
import { addressLine, joinPresent } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import type { Visit, VisitMachine } from '@servicebook/shared/visit';
import { workPlaces } from '@servicebook/shared/work-place';
import { IconMapPin, IconPencil, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { FactList } from '../../components/fact-list.tsx';
import { lazyPanel } from '../../components/lazy-tabs.tsx';
import { Page } from '../../components/page.tsx';
import { HeaderAction, PageHeader } from '../../components/page-header.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { linkTo, paths } from '../../lib/paths.ts';
import { placeLink } from '../../lib/place-link.ts';
import { usePrinting } from '../../lib/printing.ts';
import { useNumberInText } from '../../lib/protocol-number.ts';
import { useAddress } from '../../lib/use-address.ts';
import { VisitDialog } from './lazy-visit-dialog.ts';
import { PlanAgain } from './plan-again.tsx';
import { leadsBack } from './use-visit-work.ts';
import { visitQuery } from './visit.queries.ts';
import { VisitAnnouncement } from './visit-announcement.tsx';
import { PriorityBadge, UndoneBadge, VisitStateBadge } from './visit-badges.tsx';
import { VisitChecklist } from './visit-checklist.tsx';
import { VisitNotes } from './visit-notes.tsx';
import { VisitSteps } from './visit-steps.tsx';
import { useTechnicianText, whenText } from './visit-texts.ts';

const VisitFiles = lazyPanel(async () => (await import('./visit-files.tsx')).VisitFiles, ['service']);

const Target = z.object({ id: z.coerce.number().int().positive().catch(0).default(0) });

/** One visit: where, when, what to do, and its steps. */
export function VisitPage() {
  const { t } = useTranslation(['visit', 'common']);
  const { values } = useAddress(Target);
  const { data, error, refetch } = useQuery(visitQuery(values.id));
  if (!data)
    return (
      <>
        <PageHeader title={t('one')} backTo={paths.visitList} />
        {error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />}
      </>
    );
  return <StoredVisit visit={data} />;
}

function StoredVisit({ visit }: { visit: Visit }) {
  const { t } = useTranslation(['visit', 'service']);
  const nameText = useTechnicianText();
  const printing = usePrinting();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const { customer, devices, types, text, state, cancelReason, technicians, minutes, checklist } = visit;
  const isOpen = state !== 'DONE' && state !== 'CANCELLED';
  return (
    <Page width="form">
      <PageHeader
        title={customer.shortName}
        backTo={paths.visitList}
        note={
          <Group gap={6}>
            <VisitStateBadge state={state} />
            <UndoneBadge visit={visit} />
            <PriorityBadge priority={visit.priority} />
          </Group>
        }
        actions={
          isOpen && (
            <HeaderAction
              variant="default"
              label={t('edit')}
              icon={<IconPencil size={18} aria-hidden />}
              onClick={() => setEditing(true)}
            />
          )
        }
      />
      <Stack gap="md">
        <Card padding="md">
          <FactList
            facts={[
              [t('customer'), joinPresent([customer.fullName, addressLine(customer)])],
              // On the screen it is the button below.
              ...(printing && customer.phoneNumber ? [[t('phone'), customer.phoneNumber] as const] : []),
              [t('day'), whenText(visit) ?? t('noDay')],
              [t('technicians'), technicians.map(nameText).join(', ') || t('nobody')],
              [t('types'), types.map((type) => t(`service:types.${type}`)).join(', ')],
              ...(minutes === null
                ? []
                : [[t('duration'), formatHours(minutes, currentLanguage())] as const]),
              ...(cancelReason ? [[t('cancelReason'), cancelReason] as const] : []),
              ...(visit.sourceService ? [[t('followsUp'), visit.sourceService.number] as const] : []),
            ]}
          />
          {customer.phoneNumber && (
            <Button
              component="a"
              href={`tel:${customer.phoneNumber}`}
              variant="light"
              mt="sm"
              leftSection={<IconPhone size={18} aria-hidden />}
            >
              {customer.phoneNumber}
            </Button>
          )}
        </Card>
        <PlanAgain visit={visit} />
        <VisitSteps visit={visit} onDeleted={() => navigate(paths.visitList)} />
        <Card padding="md" component="section">
          <Title order={2} size="h3" mb="sm">
            {t('machines')}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" renderRoot={(props) => <ul {...props} />}>
            {devices.map((machine) => (
              <Machine key={machine.id} machine={machine} visit={visit} />
            ))}
          </SimpleGrid>
        </Card>
        {(text || checklist.length > 0) && (
          <Card padding="md" component="section">
            <Title order={2} size="h3" mb="sm">
              {t('text')}
            </Title>
            {text && <Text mod="prose">{text}</Text>}
            <VisitChecklist visit={visit} />
          </Card>
        )}
        <Box mod={{ 'not-printed': visit.files === 0 }}>
          <Suspense>
            <VisitFiles visit={visit} />
          </Suspense>
        </Box>
        <VisitAnnouncement visit={visit} />
        <VisitNotes visit={visit} />
      </Stack>
      <Suspense>{editing && <VisitDialog visit={visit} onClose={() => setEditing(false)} />}</Suspense>
    </Page>
  );
}

function Machine({ machine, visit }: { machine: VisitMachine; visit: Visit }) {
  const { t } = useTranslation('visit');
  const numberText = useNumberInText();
  const [place] = workPlaces(visit.customer, [machine]);
  const directions = place && placeLink(place, navigator.userAgent);
  const protocols = visit.protocols.filter(({ devices }) => devices.includes(machine.id));
  return (
    <li style={{ overflowWrap: 'anywhere' }}>
      <Anchor component={Link} mod="touch" to={linkTo.machineEdit({ id: machine.id })}>
        {machineName(machine)}
      </Anchor>
      {(['elsewhere', 'archived'] as const).map(
        (mark) =>
          machine[mark] && (
            <Text key={mark} size="sm" c="var(--mantine-color-error)">
              {t(mark)}
            </Text>
          ),
      )}
      {place && directions && (
        <Anchor mod="touch" href={directions} target="_blank" rel="noreferrer">
          <Group gap={6} wrap="nowrap">
            <IconMapPin size={16} stroke={1.7} aria-hidden />
            {addressLine(place) || t('onMap')}
          </Group>
        </Anchor>
      )}
      {place?.isCustomers && (
        <Text size="sm" c="dimmed">
          {t('ofCustomer')}
        </Text>
      )}
      {protocols.map(({ id, number, withdrawn }) => (
        <Group key={id} gap="0.25rem 0.625rem">
          <Anchor
            component={Link}
            mod="touch"
            to={linkTo.machineEdit({ id: machine.id, activeTab: 'service', service: id })}
            state={leadsBack}
          >
            {t('protocol', { number: numberText(number) })}
          </Anchor>
          {withdrawn && (
            <Badge component="span" variant="light" color="red" c="var(--mantine-color-text)">
              {t('withdrawn')}
            </Badge>
          )}
        </Group>
      ))}
    </li>
  );
}
