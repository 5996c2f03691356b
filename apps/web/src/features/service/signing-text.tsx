import '@mantine/core/styles/AspectRatio.layer.css';
import '@mantine/core/styles/Image.layer.css';
import { AspectRatio, Card, Flex, Group, Image, SimpleGrid, Text, Title } from '@mantine/core';
import { documentFormat } from '@servicebook/i18n/document-format.ts';
import { addressLine, joinPresent, namesOf } from '@servicebook/i18n/names.ts';
import { addMonths } from '@servicebook/shared/calendar';
import { shortHash } from '@servicebook/shared/signed-content';
import type { ReactNode } from 'react';
import { fileUrl } from '../../lib/file-url.ts';
import { getsNewNumber, performersIn, refusedDate } from './confirmed-fields.tsx';
import type { ToSign } from './service.queries.ts';
import type { Confirmed } from './signature-keeping.ts';

interface SigningTextProps {
  read: ToSign;
  confirmed: Confirmed;
  /** The hash of it, if it is signed here. */
  sha256?: string | undefined;
}

type Format = ReturnType<typeof documentFormat>;
type Place = Pick<ToSign['snapshot']['customer'], 'streetAddress' | 'zipCode' | 'city' | 'country'>;

const addressOf = (place: Place, format: Format) =>
  addressLine(place, place.country ? format.country(place.country) : '');

/** The complete content of a signature, with the texts and in the language of its document. Nothing is collapsed. */
export function SigningText({ read, confirmed, sha256 }: SigningTextProps) {
  const { snapshot, texts } = read;
  const format = documentFormat(snapshot.language);
  const day = refusedDate(read, confirmed) ? null : confirmed.date;
  const people = performersIn(read, confirmed);
  const hours = (minutes: number) =>
    people.length > 1 ? format.fill(texts.together, { hours: format.hours(minutes) }) : format.hours(minutes);
  const { customer, period, faultDescription, attachments = [], partsUsed = [] } = snapshot;
  // As the document names them, because two may have the same name.
  const machineText = (of: number | null) => {
    const index = snapshot.machines.findIndex(({ id }) => id === of);
    const name = snapshot.machines[index]?.name;
    return snapshot.machines.length > 1 && name ? `${index + 1}. ${name}` : name;
  };
  const photos = attachments.filter(({ printKey }) => printKey !== undefined);
  return (
    <Card component="article" padding="md" lang={snapshot.language}>
      <Flex direction="column" gap="md">
        <header>
          <Title order={3} size="lg">
            {texts.title}
          </Title>
          <Text fw={600}>
            {getsNewNumber(read, confirmed)
              ? texts.numberFollows
              : format.fill(texts.number, { number: snapshot.documentNumber })}
            {day && ` · ${format.date(day)}`}
          </Text>
          <Text>{snapshot.types.map((type) => texts.serviceType[type]).join(', ')}</Text>
        </header>
        <SimpleGrid
          minColWidth="min(100%, 14rem)"
          verticalSpacing="sm"
          renderRoot={(props) => <dl {...props} />}
        >
          <Fact term={texts.customer} hint={addressOf(customer, format)}>
            {customer.fullName || customer.shortName}
          </Fact>
          <Fact
            term={people.length > 1 ? texts.technicians : texts.technician}
            hint={people.length === 1 ? people[0]?.position : undefined}
          >
            {namesOf(people) || '–'}
          </Fact>
          <Fact term={texts.payment}>{texts.paymentType[snapshot.paymentType]}</Fact>
          {!!snapshot.workMinutes && <Fact term={texts.workTime}>{hours(snapshot.workMinutes)}</Fact>}
          {!!snapshot.travelMinutes && <Fact term={texts.travelTime}>{hours(snapshot.travelMinutes)}</Fact>}
          {!!snapshot.kilometres && (
            <Fact term={texts.distance}>
              {format.fill(texts.kilometres, { number: format.number(snapshot.kilometres) })}
            </Fact>
          )}
          {period !== null && <Fact term={texts.interval}>{format.months(period)}</Fact>}
          {period !== null && day && (
            <Fact term={texts.nextInspection}>{format.date(addMonths(day, period))}</Fact>
          )}
        </SimpleGrid>
        {faultDescription && (
          <Section title={texts.fault}>
            <Text mod="prose">{faultDescription}</Text>
          </Section>
        )}
        <Section title={texts.work}>
          <Flex direction="column" gap="md">
            {snapshot.machines.map((machine) => (
              <div key={machine.id}>
                <Title order={5} size="md">
                  {machineText(machine.id)}
                </Title>
                <Text size="sm" c="dimmed">
                  {joinPresent(
                    [
                      machine.serialNumber &&
                        format.fill(texts.serialNumber, { number: machine.serialNumber }),
                      machine.category,
                      machine.address,
                    ],
                    ' · ',
                  )}
                </Text>
                {machine.actions.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    {texts.noActions}
                  </Text>
                ) : (
                  <Flex component="ol" direction="column" mt="xs" ps="xl" mod="rows">
                    {machine.actions.map((action, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is read
                      <Text key={index} component="li" py={6} style={{ listStyle: 'decimal' }}>
                        <Group
                          renderRoot={(props) => <span {...props} />}
                          justify="space-between"
                          wrap="nowrap"
                          align="flex-start"
                          gap="sm"
                        >
                          {action.name}
                          <Text
                            span
                            size="sm"
                            c="dimmed"
                            data-nowrap
                          >{`× ${format.number(action.quantity)}`}</Text>
                        </Group>
                        {action.fields.length > 0 && (
                          <dl>
                            {action.fields.map((field) => (
                              <Group
                                key={field.name}
                                justify="space-between"
                                wrap="nowrap"
                                gap="sm"
                                maw="26rem"
                              >
                                <Text component="dt" size="sm" c="dimmed">
                                  {field.name}
                                </Text>
                                <Text component="dd" fw={600} ta="end">
                                  {field.value === '' && field.reason
                                    ? format.fill(texts.notMeasured, { reason: field.reason })
                                    : format.measured(field.value, field.unit)}
                                </Text>
                              </Group>
                            ))}
                          </dl>
                        )}
                      </Text>
                    ))}
                  </Flex>
                )}
                {machine.result && (
                  <Text fw={600} mt="xs">{`${texts.result}: ${texts.results[machine.result]}`}</Text>
                )}
              </div>
            ))}
          </Flex>
        </Section>
        {partsUsed.length > 0 && (
          <Section title={texts.partsUsed}>
            {partsUsed.map(({ name, number, quantity, unit, machine }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is read
              <Text key={index}>
                {joinPresent(
                  [
                    joinPresent([format.number(quantity), unit, name, number], ' '),
                    snapshot.machines.length > 1 && machineText(machine),
                  ],
                  ' · ',
                )}
              </Text>
            ))}
          </Section>
        )}
        {snapshot.remarks && (
          <Section title={texts.remarks}>
            <Text mod="prose">{snapshot.remarks}</Text>
          </Section>
        )}
        {snapshot.recommendations && (
          <Section title={texts.recommendations}>
            <Text mod="prose">{snapshot.recommendations}</Text>
          </Section>
        )}
        {attachments.length > 0 && (
          <Section title={texts.attachments}>
            {attachments.map(({ filename, size, sha256 }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name and one content
              <Text key={`${index} ${sha256}`} size="sm" c="dimmed">
                {joinPresent([filename, size > 0 && format.size(size)], ' · ')}
              </Text>
            ))}
          </Section>
        )}
        {photos.length > 0 && (
          <Section title={texts.photos}>
            <SimpleGrid cols={2} spacing="sm" renderRoot={(props) => <ul {...props} />}>
              {photos.map(({ filename, sha256, printKey }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name and one content
                <li key={`${index} ${sha256}`}>
                  {printKey && (
                    <AspectRatio ratio={4 / 3} bg="var(--app-surface-sunken)">
                      <Image fit="contain" src={fileUrl(printKey)} alt="" loading="lazy" decoding="async" />
                    </AspectRatio>
                  )}
                  <Text size="sm" c="dimmed" truncate>
                    {filename}
                  </Text>
                </li>
              ))}
            </SimpleGrid>
          </Section>
        )}
        {sha256 && (
          <Text size="sm" c="dimmed">
            {format.fill(texts.contentRead, { hash: shortHash(sha256) })}
          </Text>
        )}
      </Flex>
    </Card>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={4} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface FactProps {
  term: string;
  /** A second, smaller line. */
  hint?: string | undefined;
  children: ReactNode;
}

function Fact({ term, hint, children }: FactProps) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {term}
      </Text>
      <dd>
        {children}
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </dd>
    </div>
  );
}
