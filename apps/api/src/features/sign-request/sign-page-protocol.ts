/** Everything that the document will say, in its language, for a phone. */
import { addressLines, joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import type { ProtocolSnapshot } from '@servicebook/shared/protocol-snapshot';
import { type Html, html } from '../../platform/html.ts';
import { textsOf } from '../../platform/texts.ts';
import { type Wording, wordingFor } from '../service/service-pdf-texts.ts';
import { detailOf, effortOf } from '../service/service-shown-facts.ts';

type Machine = ProtocolSnapshot['machines'][number];

const fact = (label: string, lines: readonly (string | null | undefined | false | 0)[]): Html | null => {
  const said = lines.filter((line) => !!line) as string[];
  return said.length === 0
    ? null
    : html`<dt>${label}</dt><dd>${said.map((line, place) => html`${place > 0 && html`<br>`}${line}`)}</dd>`;
};

const prose = (title: string, text: string | null | undefined): Html | null =>
  text?.trim() ? html`<h2>${title}</h2><p class="prose">${text.trim()}</p>` : null;

export function drawProtocol(snapshot: ProtocolSnapshot): Html {
  const wording = wordingFor(snapshot.language);
  const { texts, fill } = wording;
  const { company, customer, machines, technician, alsoPerformedBy = [], partsUsed = [] } = snapshot;
  const { attachments = [], period, nextInspection } = snapshot;
  const people = [technician, ...alsoPerformedBy];
  const country = (code: string | null) => (code ? wording.country(code) : '');
  return html`<article lang="${snapshot.language}">
<h2>${texts.title} ${fill(texts.number, { number: snapshot.documentNumber })}</h2>
<p>${joinPresent([wording.date(snapshot.date), snapshot.types.map((type) => texts.serviceType[type]).join(', ')], ' · ')}</p>
<dl>
${fact(textsOf(snapshot.language, 'sign-page')('company'), [
  company.name,
  ...addressLines(company, country(company.country)),
  company.nip && fill(texts.taxId, { number: company.nip }),
  company.phone && fill(texts.phone, { number: company.phone }),
])}
${fact(texts.customer, [
  customer.fullName || customer.shortName,
  ...addressLines(customer, country(customer.country)),
  customer.nip && fill(texts.taxId, { number: customer.nip }),
  customer.regon && fill(texts.regon, { number: customer.regon }),
  customer.phoneNumber && fill(texts.phone, { number: customer.phoneNumber }),
  customer.email,
])}
${fact(
  people.length > 1 ? texts.technicians : texts.technician,
  people.map((person) => joinPresent([nameOf(person), person.position], ', ')),
)}
${fact(texts.payment, [texts.paymentType[snapshot.paymentType]])}
${effortOf({ snapshot, wording }).map(({ label, value }) => fact(label, [value]))}
${period && fact(texts.interval, [wording.months(period)])}
${nextInspection && fact(texts.nextInspection, [wording.date(nextInspection)])}
</dl>
${prose(texts.fault, snapshot.faultDescription)}
<h2>${texts.work}</h2>
${machines.map((machine, place) => drawMachine(machine, machines.length > 1 ? `${place + 1}. ` : '', wording))}
${
  partsUsed.length > 0 &&
  html`<h2>${texts.partsUsed}</h2><ul>${partsUsed.map(({ name, number, quantity, unit, machine }) => {
    const place = machines.findIndex(({ id }) => id === machine);
    const of = machines.length > 1 && place >= 0 && `${place + 1}. ${machines[place]?.name}`;
    const part = joinPresent([wording.number(quantity), unit, name, number], ' ');
    return html`<li>${joinPresent([part, of], ' · ')}</li>`;
  })}</ul>`
}
${prose(texts.remarks, snapshot.remarks)}
${prose(texts.recommendations, snapshot.recommendations)}
${
  attachments.length > 0 &&
  html`<h2>${texts.attachments}</h2><ul>${attachments.map(
    ({ filename, size }) => html`<li>${filename} <span class="quiet">${wording.size(size)}</span></li>`,
  )}</ul>`
}
</article>`;
}

function drawMachine(machine: Machine, place: string, wording: Wording): Html {
  const { texts, fill } = wording;
  return html`<h3>${place}${machine.name}</h3>
<p class="quiet">${detailOf({ wording }, machine)}</p>
${
  machine.actions.length === 0
    ? html`<p>${texts.noActions}</p>`
    : html`<ol>${machine.actions.map(
        ({ name, quantity, fields }) =>
          html`<li>${name} <span class="quiet">× ${wording.number(quantity)}</span>${
            fields.length > 0 &&
            html`<br>${fields.map(({ name: label, value, unit, reason }, index) => {
              const measured =
                value === '' && reason ? fill(texts.notMeasured, { reason }) : wording.measured(value, unit);
              return html`${index > 0 && html`<br>`}<span class="quiet">${label}:</span> <strong>${measured}</strong>`;
            })}`
          }</li>`,
      )}</ol>`
}
${machine.result && html`<p><strong>${texts.result}: ${texts.results[machine.result]}</strong></p>`}`;
}
