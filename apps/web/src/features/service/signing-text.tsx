import { documentFormat } from '@servicebook/i18n/document-format.ts';
import { addressLine, joinPresent, nameOrDash } from '@servicebook/i18n/names.ts';
import { addMonths } from '@servicebook/shared/calendar';
import { Fragment, type ReactNode } from 'react';
import { getsNewNumber, refusedDate } from './confirmed-fields.tsx';
import type { ToSign } from './service.queries.ts';
import type { Confirmed } from './signature-keeping.ts';
import classes from './signing-text.module.css';

interface SigningTextProps {
  read: ToSign;
  confirmed: Confirmed;
}

type Format = ReturnType<typeof documentFormat>;
type Place = Pick<ToSign['snapshot']['customer'], 'streetAddress' | 'zipCode' | 'city' | 'country'>;

const addressOf = (place: Place, format: Format) =>
  addressLine(place, place.country ? format.country(place.country) : '');

/** The complete content of a signature, with the texts and in the language of its document. Nothing is collapsed. */
export function SigningText({ read, confirmed }: SigningTextProps) {
  const { snapshot, texts, performers } = read;
  const format = documentFormat(snapshot.language);
  const day = refusedDate(read, confirmed) ? null : confirmed.date;
  const performer = performers.find(({ id }) => id === confirmed.performedBy);
  const { customer, period, faultDescription, attachments = [] } = snapshot;
  return (
    <article className={classes.root} lang={snapshot.language}>
      <header>
        <h3 className={classes.title}>{texts.title}</h3>
        <p className={classes.number}>
          {getsNewNumber(read, confirmed)
            ? texts.numberWhenSigned
            : format.fill(texts.number, { number: snapshot.documentNumber })}
          {day && ` · ${format.date(day)}`}
        </p>
        <p className={classes.types}>{snapshot.types.map((type) => texts.serviceType[type]).join(', ')}</p>
      </header>
      <dl className={classes.facts}>
        <Fact term={texts.customer}>
          {customer.fullName || customer.shortName}
          <small>{addressOf(customer, format)}</small>
        </Fact>
        <Fact term={texts.technician}>
          {nameOrDash(performer)}
          <small>{performer?.position}</small>
        </Fact>
        <Fact term={texts.payment}>{texts.paymentType[snapshot.paymentType]}</Fact>
        {period !== null && <Fact term={texts.interval}>{format.months(period)}</Fact>}
        {period !== null && day && (
          <Fact term={texts.nextInspection}>{format.date(addMonths(day, period))}</Fact>
        )}
      </dl>
      {faultDescription && (
        <section>
          <h4 className={classes.heading}>{texts.fault}</h4>
          <p className={classes.long}>{faultDescription}</p>
        </section>
      )}
      <section>
        <h4 className={classes.heading}>{texts.work}</h4>
        {snapshot.machines.map((machine) => (
          <div key={machine.id} className={classes.machine}>
            <h5 className={classes.name}>{machine.name}</h5>
            <p className={classes.detail}>
              {joinPresent(
                [
                  machine.serialNumber && format.fill(texts.serialNumber, { number: machine.serialNumber }),
                  machine.category,
                  machine.address,
                ],
                ' · ',
              )}
            </p>
            {machine.actions.length === 0 ? (
              <p className={classes.detail}>{texts.noActions}</p>
            ) : (
              <ol className={classes.actions}>
                {machine.actions.map((action, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is read
                  <li key={index}>
                    <span className={classes.action}>
                      {action.name}
                      <span className={classes.quantity}>{`× ${format.number(action.quantity)}`}</span>
                    </span>
                    {action.fields.length > 0 && (
                      <dl className={classes.values}>
                        {action.fields.map((field) => (
                          <Fragment key={field.name}>
                            <dt>{field.name}</dt>
                            <dd>{format.measured(field.value, field.unit)}</dd>
                          </Fragment>
                        ))}
                      </dl>
                    )}
                  </li>
                ))}
              </ol>
            )}
          </div>
        ))}
      </section>
      {attachments.length > 0 && (
        <section>
          <h4 className={classes.heading}>{texts.attachments}</h4>
          {attachments.map(({ filename, size, sha256 }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name and one content
            <p key={`${index} ${sha256}`} className={classes.detail}>
              {`${filename} · ${format.size(size)}`}
            </p>
          ))}
        </section>
      )}
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
