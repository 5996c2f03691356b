import { Alert, Anchor, Box, Card, Flex, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { formatDay, formatHours, formatMeasured, formatNumber } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOrDash } from '@servicebook/i18n/names.ts';
import { machineName } from '@servicebook/shared/machine-name';
import { noPeriod, type ServiceProtocol } from '@servicebook/shared/service';
import type { Visit } from '@servicebook/shared/visit';
import { IconCircleCheck, IconFileX } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FactList } from '../../components/fact-list.tsx';
import type { PreviewedFile } from '../../components/file-preview.tsx';
import { currentLanguage } from '../../lib/i18n.ts';
import { momentIn } from '../../lib/moment-text.ts';
import { linkTo } from '../../lib/paths.ts';
import { performersOf } from '../../lib/performers-of.ts';
import { Attachments } from './attachments.tsx';
import { InvoicingSection } from './invoicing-section.tsx';
import { MailsSection } from './mails-section.tsx';
import { OpenMachines } from './open-machines.tsx';
import { useOutOfReach } from './out-of-reach.ts';
import { ProtocolChanges } from './protocol-changes.tsx';
import { ProtocolSection } from './protocol-section.tsx';
import type { Uploads } from './use-uploads.ts';
import { VersionList } from './version-list.tsx';

interface ServiceViewProps {
  protocol: ServiceProtocol;
  timezone: string;
  uploads: Uploads;
  /** Just signed. */
  justSigned: boolean;
  /** The visit on which it was written. */
  visit: Visit | null;
  onPreview: (file: PreviewedFile) => void;
}

/** A signed protocol, read-only: content, attachments, versions. */
export function ServiceView({ protocol, timezone, uploads, justSigned, visit, onPreview }: ServiceViewProps) {
  const { t } = useTranslation(['service', 'visit']);
  const { signature, period, faultDescription, todo, withdrawn } = protocol;
  const outOfReach = useOutOfReach()(protocol);
  const { workMinutes, travelMinutes, kilometres, remarks, recommendations } = protocol;
  const alone = protocol.alsoPerformedBy.length === 0;
  const hours = (minutes: number) => {
    const text = formatHours(minutes, currentLanguage());
    return alone ? text : t('facts.together', { hours: text });
  };
  const prose = (text: string) => <span data-prose>{text}</span>;
  const signed =
    signature &&
    joinPresent(
      [
        ...(signature.kind === 'DRAWN'
          ? [signature.signerName, signature.signerRole]
          : [t('versions.paper')]),
        momentIn(signature.signedAt, timezone),
      ],
      ', ',
    );
  const short: Fact[] = [
    [t('form.types'), protocol.type.map((type) => t(`types.${type}`)).join(', ')],
    [t('form.date'), momentIn(protocol.date, timezone)],
    [t('form.payment'), t(`payment.${protocol.paymentType}`)],
    [t('form.period'), period > noPeriod && t('form.monthCount', { count: period })],
    [t(alone ? 'view.technician' : 'view.technicians'), performersOf(protocol)],
    [t('facts.workTime'), workMinutes && hours(workMinutes)],
    [t('facts.travelTime'), travelMinutes && hours(travelMinutes)],
    [t('facts.kilometres'), kilometres && formatNumber(kilometres, currentLanguage())],
  ];
  const long: Fact[] = [
    [
      t('visit:one'),
      protocol.visitId && (
        <Anchor component={Link} to={linkTo.visit({ id: protocol.visitId })}>
          {t('showVisit')}
        </Anchor>
      ),
    ],
    [t('view.customer'), protocol.customer.fullName || protocol.customer.shortName],
    [t('form.fault'), faultDescription && prose(faultDescription)],
    [t('facts.partsUsed'), protocol.partsUsed.length > 0 && <Parts protocol={protocol} />],
    [t('facts.remarks'), remarks && prose(remarks)],
    [t('facts.recommendations'), recommendations && prose(recommendations)],
    [t('view.signature'), signed],
    [
      t('view.todo'),
      todo && prose(joinPresent([formatDay(todo.date, currentLanguage()), todo.description], ': ')),
    ],
  ];
  // The next step after signing; later it is one of several facts.
  const mails = <MailsSection protocol={protocol} timezone={timezone} />;
  return (
    <>
      {justSigned && !withdrawn && (
        <Alert color="green" radius="md" mb="md" role="status" icon={<IconCircleCheck aria-hidden />}>
          <Text inherit fw={600}>
            {t(outOfReach ? 'view.signedHere' : 'view.justSigned')}
          </Text>
          {visit && <OpenMachines protocol={protocol} visit={visit} />}
        </Alert>
      )}
      {withdrawn && (
        <Alert
          color="red"
          radius="md"
          mb="md"
          role="status"
          icon={<IconFileX aria-hidden />}
          title={t('withdraw.notice', {
            when: momentIn(withdrawn.at, timezone),
            name: nameOrDash(withdrawn.by),
          })}
        >
          {prose(withdrawn.reason)}
        </Alert>
      )}
      {justSigned && <Box mb="lg">{mails}</Box>}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack>
          <FactList cols={2} facts={short.filter(isKnown)} />
          <FactList cols={1} facts={long.filter(isKnown)} />
        </Stack>
        <Stack gap="lg">
          <ProtocolSection title={t('machines.title')}>
            {protocol.devices.map((device) => (
              <Machine
                key={device.id}
                name={machineName(device)}
                actions={actionsOf(protocol, device.id)}
                result={protocol.results.find((each) => each.device.id === device.id)?.result}
              />
            ))}
          </ProtocolSection>
          {(!withdrawn || protocol.fileDtos.length > 0) && (
            <ProtocolSection title={t('files.title')}>
              <Attachments
                signed={protocol.state === 'SIGNED'}
                closed={withdrawn !== null}
                files={protocol.fileDtos}
                uploads={uploads}
              />
            </ProtocolSection>
          )}
          <ProtocolSection title={t('versions.title')}>
            {withdrawn && (
              <Text size="sm" c="dimmed" mb="xs">
                {t('withdraw.asSigned')}
              </Text>
            )}
            <VersionList protocol={protocol} timezone={timezone} onPreview={onPreview} />
          </ProtocolSection>
          {!justSigned && mails}
          <InvoicingSection serviceId={protocol.id} />
          <ProtocolChanges id={protocol.id} />
        </Stack>
      </SimpleGrid>
    </>
  );
}

type Fact = ComponentProps<typeof FactList>['facts'][number];

const isKnown = ([, value]: Fact) => Boolean(value);

const actionsOf = ({ actions }: ServiceProtocol, deviceId: number) =>
  actions.filter(({ device }) => device.id === deviceId);

function Parts({ protocol: { partsUsed, devices } }: { protocol: ServiceProtocol }) {
  return (
    <Flex component="ul" direction="column">
      {partsUsed.map(({ name, number, quantity, unit, device }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a signed list does not change
        <li key={index}>
          {joinPresent(
            [
              joinPresent([formatNumber(quantity, currentLanguage()), unit, name, number], ' '),
              devices.length > 1 && devices.filter(({ id }) => id === device?.id).map(machineName)[0],
            ],
            ' · ',
          )}
        </li>
      ))}
    </Flex>
  );
}

interface MachineProps {
  name: string;
  actions: ServiceProtocol['actions'];
  result: ServiceProtocol['results'][number]['result'] | undefined;
}

function Machine({ name, actions, result }: MachineProps) {
  const { t } = useTranslation('service');
  return (
    <Card padding={0} mod="rows">
      <Title order={4} px="sm" py="xs">
        {name}
      </Title>
      {actions.length === 0 ? (
        <Text size="sm" c="dimmed" px="sm" py="xs">
          {t('view.noActions')}
        </Text>
      ) : (
        <Flex component="ul" direction="column" mod="rows">
          {actions.map((action, index) => (
            <Flex
              // biome-ignore lint/suspicious/noArrayIndexKey: a signed list does not change
              key={index}
              component="li"
              justify="space-between"
              gap="md"
              px="sm"
              py="xs"
            >
              <Box component="span" miw={0}>
                {action.name}
                <Text span display="block" size="sm" c="dimmed">
                  {action.fields
                    .map(
                      ({ name, value, unit, reason }) =>
                        `${name}: ${value === '' && reason ? t('view.notMeasured', { reason }) : formatMeasured(value, unit, currentLanguage())}`,
                    )
                    .join(' · ')}
                </Text>
              </Box>
              <Text span c="dimmed" data-nowrap>
                {`× ${formatNumber(action.quantity, currentLanguage())}`}
              </Text>
            </Flex>
          ))}
        </Flex>
      )}
      {result && (
        <Text px="sm" py="xs" fw={600}>
          {`${t('facts.result')}: ${t(`facts.results.${result}`)}`}
        </Text>
      )}
    </Card>
  );
}
