import type { InspectionSummary } from '@servicebook/shared/inspection';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { press, renderTab } from '../../testing/render-tab.tsx';
import { InspectionTab } from './inspection-tab.tsx';

const inspection = 'GET /api/device/periodicInspection/5';
const setPeriod = 'PATCH /api/device/set-inspection-period-in-months';
const state = 'PATCH /api/device/stated-inspection';
const enable = 'PATCH /api/device/isPeriodicInspectionEnabled';

const summary = (changes: Partial<InspectionSummary> = {}): InspectionSummary => ({
  device: { id: 5, warrantyLength: 24, isPeriodicInspectionEnabled: true, inspectionPeriodInMonths: 6 },
  periodicInspections: [],
  pastInspections: [],
  lastInspection: null,
  isLastInspectionPast: false,
  nextInspection: '2026-07-10',
  statedInspection: null,
  daysToNextInspection: 122,
  daysToEndWarranty: 300,
  lastPeriod: 6,
  lastWarrantyInspectionDone: false,
  ...changes,
});
const Handed = () => <InspectionTab device={{ ...press, transferDate: '2026-01-10' }} />;
const frequency = () => screen.findByLabelText('Inspection frequency');
const save = () => screen.getByRole('button', { name: 'Save' });

describe('The summary of inspections', () => {
  it('shows the next inspection and the remaining warranty', async () => {
    fakeServer({ [inspection]: { body: summary() } });
    await renderTab(Handed);
    expect(await screen.findByText('10 Jul 2026')).toBeVisible();
    expect(screen.getByText('122 days left')).toBeVisible();
    expect(screen.getByText('300 days left')).toBeVisible();
  });

  it('shows in red how many days one is overdue', async () => {
    fakeServer({
      [inspection]: { body: summary({ nextInspection: '2026-03-09', daysToNextInspection: -1 }) },
    });
    await renderTab(Handed);
    const overdue = await screen.findByText('1 day past the inspection date');
    expect(overdue).toHaveAttribute('style', expect.stringContaining('--mantine-color-error'));
  });

  it('shows in green that the final warranty inspection is done', async () => {
    fakeServer({ [inspection]: { body: summary({ lastWarrantyInspectionDone: true }) } });
    await renderTab(Handed);
    expect(await screen.findByText('Final warranty inspection completed')).toHaveAttribute(
      'style',
      expect.stringContaining('--mantine-color-green'),
    );
  });

  it('says that a machine was not handed over', async () => {
    const none = { nextInspection: null, daysToNextInspection: null, daysToEndWarranty: null };
    fakeServer({ [inspection]: { body: summary(none) } });
    await renderTab(InspectionTab);
    expect(await screen.findByText('Machine not handed over yet')).toBeVisible();
    expect(screen.getByText('No warranty')).toBeVisible();
  });

  it('says that the warranty has ended', async () => {
    fakeServer({ [inspection]: { body: summary({ daysToEndWarranty: 0 }) } });
    await renderTab(Handed);
    expect(await screen.findByText('No warranty')).toBeVisible();
    expect(screen.getByText('The warranty has ended.')).toBeVisible();
  });

  it('links a past inspection to its protocol', async () => {
    const done = {
      id: 12,
      date: '2026-01-10',
      number: '3A/01/2026',
      period: 6,
      user: { id: 2, firstName: 'Jan', lastName: 'Kowal' },
      alsoPerformedBy: [{ id: 3, firstName: 'Ola', lastName: 'Lis' }],
    };
    fakeServer({
      [inspection]: { body: summary({ periodicInspections: [done], lastInspection: '2026-01-10' }) },
    });
    await renderTab(Handed);
    const list = await screen.findByRole('list', { name: 'Completed inspections' });
    expect(within(list).getByText('10 Jan 2026')).toBeVisible();
    expect(within(list).getByText(/Jan Kowal and Ola Lis/)).toBeVisible();
    expect(within(list).getByRole('link', { name: 'Protocol 3A/01/2026' })).toHaveAttribute(
      'href',
      '/api/service/pdf/12',
    );
  });
});

describe('An inspection entered afterwards', () => {
  it('stands among the protocols by its date, as what it is', async () => {
    const person = { id: 2, firstName: 'Jan', lastName: 'Kowal' };
    const done = { id: 12, period: 6, user: person, alsoPerformedBy: [] };
    fakeServer({
      [inspection]: {
        body: summary({
          periodicInspections: [{ ...done, date: '2025-01-10', number: '3A/01/2025' }],
          pastInspections: [
            { id: 4, date: '2024-01-09', number: '', performedBy: '' },
            { id: 3, date: '2026-01-10', number: '17/2026', performedBy: 'Old Works Ltd' },
          ],
          lastInspection: '2026-01-10',
          isLastInspectionPast: true,
        }),
      },
    });
    await renderTab(Handed);
    const list = await screen.findByRole('list', { name: 'Completed inspections' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      '10 Jan 2026Old Works LtdEntered afterwards, no protocol · 17/2026',
      expect.stringContaining('Protocol 3A/01/2025'),
      '9 Jan 2024Entered afterwards, no protocol',
    ]);
    expect(within(list).getAllByRole('link')).toHaveLength(1);
    const last = screen.getByText('Last inspection').closest('dt')?.parentElement;
    expect(last).toHaveTextContent('10 Jan 2026Entered afterwards, no protocol');
  });
});

describe('The inspection frequency', () => {
  it('is saved', async () => {
    const server = fakeServer({ [inspection]: { body: summary() }, [setPeriod]: { body: summary() } });
    const { user } = await renderTab(Handed);
    await user.clear(await frequency());
    await user.type(await frequency(), '12');
    await user.click(save());
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(server.requests.find(({ call }) => call === setPeriod)?.query).toEqual({
      deviceId: 5,
      months: 12,
    });
  });

  it.each(['0', '-4', ' '])('of %j is refused at the field, and not sent', async (typed) => {
    const server = fakeServer({ [inspection]: { body: summary() } });
    const { user } = await renderTab(Handed);
    await user.clear(await frequency());
    await user.type(await frequency(), typed);
    await user.click(save());
    const message = 'Write error: the inspection frequency must be greater than 0';
    await waitFor(async () => expect(await frequency()).toHaveAccessibleDescription(new RegExp(message)));
    expect(await frequency()).toBeInvalid();
    expect(await frequency()).toHaveValue(typed === ' ' ? '' : '0');
    expect(server.sentTo(setPeriod)).toEqual([]);
  });

  it.each(['2.5', '2,5', 'six'])(
    'of %j is refused because it is not a whole number, and stays as typed',
    async (typed) => {
      const server = fakeServer({ [inspection]: { body: summary() } });
      const { user } = await renderTab(Handed);
      await user.clear(await frequency());
      await user.type(await frequency(), typed);
      await user.click(save());
      await waitFor(async () =>
        expect(await frequency()).toHaveAccessibleDescription(/Enter a whole number, such as 6/),
      );
      expect(await frequency()).toHaveValue(typed);
      expect(server.sentTo(setPeriod)).toEqual([]);
    },
  );

  it('shows the server’s refusal next to the field', async () => {
    fakeServer({
      [inspection]: { body: summary() },
      [setPeriod]: refusal(400, 'VALIDATION_FAILED', { months: 'TOO_LARGE' }),
    });
    const { user } = await renderTab(Handed);
    await user.type(await frequency(), '0');
    await user.click(save());
    await waitFor(async () =>
      expect(await frequency()).toHaveAccessibleDescription(/The number is too large/),
    );
  });

  it('is overridden by the last protocol', async () => {
    fakeServer({ [inspection]: { body: summary({ lastInspection: '2026-01-10', lastPeriod: 3 }) } });
    await renderTab(Handed);
    expect(
      await screen.findByText('The last inspection protocol says 3 months, which takes precedence.'),
    ).toBeVisible();
  });
});

describe('A stated next inspection', () => {
  const stated = summary({ statedInspection: { date: '2026-07-10', on: '2026-03-02' } });
  const field = () => screen.findByLabelText('Stated inspection date');
  const saveDate = () => screen.getByRole('button', { name: 'Save: Stated inspection date' });

  it('is shown with the day of the statement, changed and taken back', async () => {
    const server = fakeServer({ [inspection]: { body: stated }, [state]: { body: stated } });
    const { user } = await renderTab(Handed);
    expect(await screen.findByText('as stated on 2 Mar 2026')).toBeVisible();
    await user.clear(await field());
    await user.type(await field(), '2026-08-01');
    await user.click(saveDate());
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear the date' }));
    await user.click(saveDate());
    await waitFor(() =>
      expect(server.sentTo(state)).toEqual([
        { id: 5, date: '2026-08-01' },
        { id: 5, date: null },
      ]),
    );
  });

  it('that would count for nothing is refused at the field', async () => {
    fakeServer({
      [inspection]: { body: summary() },
      [state]: refusal(400, 'VALIDATION_FAILED', { date: 'INSPECTED_SINCE' }),
    });
    const { user } = await renderTab(Handed);
    await user.type(await field(), '2026-08-01');
    await user.click(saveDate());
    await waitFor(async () =>
      expect(await field()).toHaveAccessibleDescription(/The last inspection is dated today or later/),
    );
  });
});

describe('Periodic inspections', () => {
  const { device } = summary();
  const undated = { nextInspection: null, daysToNextInspection: null };
  it.each([
    ['with a date', summary(), Handed, 'The machine has a due date and is on the list of inspections.'],
    [
      'without a frequency',
      summary({ ...undated, device: { ...device, inspectionPeriodInMonths: null } }),
      Handed,
      'The machine is on the list of inspections, but without a due date: no frequency is set.',
    ],
    [
      'before the handover',
      summary(undated),
      InspectionTab,
      'The machine is on the list of inspections, but without a due date until it is handed over.',
    ],
    [
      'switched off',
      summary({ ...undated, device: { ...device, isPeriodicInspectionEnabled: false } }),
      Handed,
      'The machine is not on the list of inspections.',
    ],
  ])('%s say so beside the switch', async (_, body, Tab, text) => {
    fakeServer({ [inspection]: { body } });
    await renderTab(Tab);
    expect(await screen.findByRole('switch', { name: /^Periodic inspections/ })).toHaveAccessibleDescription(
      text,
    );
  });

  it('are turned off', async () => {
    const { device, ...rest } = summary({ nextInspection: null, daysToNextInspection: null });
    const off = { ...rest, device: { ...device, isPeriodicInspectionEnabled: false } };
    const server = fakeServer({ [inspection]: { body: summary() }, [enable]: { body: off } });
    const { user } = await renderTab(Handed);
    const toggle = await screen.findByRole('switch', { name: /^Periodic inspections/ });
    expect(toggle).toBeChecked();
    server.handlers[inspection] = { body: off };
    await user.click(toggle);
    expect(await screen.findByText('Switched off')).toBeVisible();
    expect(toggle).not.toBeChecked();
    expect(server.sentTo(enable)).toEqual([{ id: 5, isPeriodicInspectionEnabled: false }]);
  });

  it('stay on if the server cannot be reached, with a message', async () => {
    fakeServer({ [inspection]: { body: summary() }, [enable]: 'no connection' });
    const { user } = await renderTab(Handed);
    const toggle = await screen.findByRole('switch', { name: /^Periodic inspections/ });
    await user.click(toggle);
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    expect(toggle).toBeChecked();
  });
});
