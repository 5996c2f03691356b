import type { Absence } from '@servicebook/shared/absence';
import { toPage } from '@servicebook/shared/primitives';
import type { Visit, VisitMove } from '@servicebook/shared/visit';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { annaKowalska, dueRow, janNowak, planningVisit } from '../../testing/planning-samples.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const board = 'GET /api/planning/board';
const move = 'POST /api/visit/move';
const save = 'POST /api/visit/save';
const due = 'POST /api/device/periodicInspections/search';

const monday = '2026-11-30';
const tuesday = '2026-12-01';
const address = `/planning?day=${monday}`;

const planned = planningVisit({ id: 9, day: monday, technicians: [annaKowalska], revision: 3 });
const boardOf = (visits: Visit[], absences: Absence[] = []) => ({
  body: { today: monday, technicians: [annaKowalska, janNowak], visits, absences },
});

/** A server with one visit. */
function office(handlers: Parameters<typeof fakeServer>[0] = {}, visit = planned) {
  let stored = visit;
  return fakeServer({
    [board]: () => boardOf([stored]),
    'POST /api/visit/search': { body: toPage([], 0, 0, 20) },
    [due]: { body: toPage([], 0, 0, 20) },
    'GET /api/user/findAllFlatRoles': { body: [] },
    [move]: ({ body }) => {
      const [item] = (body as VisitMove).items;
      const technicians = [annaKowalska, janNowak].filter(({ id }) =>
        item?.technicians?.some((one) => one.id === id),
      );
      stored = { ...stored, day: item?.day ?? null, technicians, revision: stored.revision + 1 };
      return { body: [stored] };
    },
    ...handlers,
  });
}
const open = (at = address) => renderApp(at, sessionUser());
const row = async (name: RegExp) => screen.findByRole('row', { name });
/** The days of a technician, from Monday. */
const days = async (name: RegExp) => within(await row(name)).getAllByRole('cell');

describe('The planning board', () => {
  it('shows who goes where on which day, who is absent, and what nobody goes to yet', async () => {
    const vacation = {
      id: 1,
      user: janNowak,
      kind: 'VACATION' as const,
      from: monday,
      to: tuesday,
      note: '',
    };
    const unassigned = planningVisit({ id: 10, day: tuesday, priority: 'URGENT' });
    office({ [board]: boardOf([planned, unassigned], [vacation]) });
    await open();
    const [first] = await days(/Anna Kowalska/);
    expect(within(first as HTMLElement).getByRole('link')).toHaveAccessibleName(
      /Mill, Mon, 30 Nov 2026, BSD 75 \(GA-1\), Poznań, Repair, planned/,
    );
    const [, nobody] = await days(/Nobody yet/);
    expect(within(nobody as HTMLElement).getByText('urgent')).toBeVisible();
    const [jan] = await days(/Jan Nowak/);
    expect(within(jan as HTMLElement).getByText('Vacation')).toBeVisible();
  });

  it('names three machines of a visit and how many more there are, and all of them on pointing', async () => {
    const devices = [1, 2, 3, 4, 5].flatMap((id) =>
      planned.devices.map((machine) => ({ ...machine, id, name: `Press ${id}`, serialNumber: '' })),
    );
    const waiting = planningVisit({ id: 10, devices });
    office({ 'POST /api/visit/search': { body: toPage([waiting], 1, 0, 20) } }, { ...planned, devices });
    await open();
    const [first] = await days(/Anna Kowalska/);
    const card = within(first as HTMLElement);
    const short = 'Press 1, Press 2, Press 3 and 2 more';
    expect(card.getByText(`Poznań · ${short}`)).toBeVisible();
    expect(card.getByRole('link')).toHaveAccessibleName(expect.stringContaining(short));
    expect(card.getByRole('link')).toHaveAttribute('title', expect.stringContaining('Press 4, Press 5'));
    expect(await screen.findByText(short)).toBeVisible();
  });

  it('says what comes first if there are no visits at all', async () => {
    const server = office({ [board]: () => boardOf([]) });
    await open();
    expect(await screen.findByText(/^No visits yet/)).toBeVisible();
    expect(server.sentTo('POST /api/visit/search').at(-1)).toEqual({ size: 1 });
  });

  it('says that all visits have a day if there are some', async () => {
    office({
      'POST /api/visit/search': ({ body }) => ({
        body: toPage([], (body as { states?: string[] }).states ? 0 : 5, 0, 20),
      }),
    });
    await open();
    expect(await screen.findByText('All visits have a day.')).toBeVisible();
  });

  it('moves a visit by its menu, says so, and takes it back', async () => {
    const { sentTo } = office();
    const { user } = await open();
    const [monday1] = await days(/Anna Kowalska/);
    await user.click(within(monday1 as HTMLElement).getByRole('button', { name: 'Actions for Mill' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(within(dialog).getByLabelText('Technician'), 'Jan Nowak');
    await user.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(await screen.findByText(/Moved: Monday,? 30 November, Jan Nowak/)).toBeVisible();
    expect(within((await days(/Jan Nowak/))[0] as HTMLElement).getByRole('link')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeVisible();
    expect(within((await days(/Anna Kowalska/))[0] as HTMLElement).getByRole('link')).toBeVisible();
    expect(sentTo(move)).toEqual([
      { items: [{ id: 9, revision: 3, day: monday, technicians: [{ id: janNowak.id }] }] },
      // Its own change is not taken for somebody else's.
      { items: [{ id: 9, revision: 4, day: monday, technicians: [{ id: annaKowalska.id }] }] },
    ]);
  });

  it('says that the customer was told another time, until the visit is back there', async () => {
    office({}, { ...planned, told: { day: monday, from: null, to: null } });
    const { user } = await open();
    const card = async (day: number) =>
      within((await days(/Anna Kowalska/))[day] as HTMLElement).getByRole('link');
    expect((await card(0)).getAttribute('aria-label')).not.toContain('told another time');
    (await card(0)).focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(await screen.findByText(/Mill: another time was announced to the customer/)).toBeVisible();
    expect(await card(1)).toHaveAccessibleName(/customer was told another time/);
    await user.keyboard('{Control>}z{/Control}');
    await screen.findByText('Undone.');
    expect(screen.queryByText(/another time was announced/)).not.toBeInTheDocument();
  });

  it('moves a visit by keyboard, and the focus goes with it', async () => {
    const { sentTo } = office();
    const { user } = await open();
    const [cell] = await days(/Anna Kowalska/);
    within(cell as HTMLElement)
      .getByRole('link')
      .focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    const [, next] = await days(/Anna Kowalska/);
    await waitFor(() => expect(within(next as HTMLElement).getByRole('link')).toHaveFocus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const [, jan] = await days(/Jan Nowak/);
    await waitFor(() => expect(within(jan as HTMLElement).getByRole('link')).toHaveFocus());
    const sent = [
      { items: [{ id: 9, revision: 3, day: tuesday, technicians: [{ id: annaKowalska.id }] }] },
      { items: [{ id: 9, revision: 4, day: tuesday, technicians: [{ id: janNowak.id }] }] },
    ];
    await waitFor(() => expect(sentTo(move)).toEqual(sent));
  });

  it('puts the card back if somebody else was faster, and says whose', async () => {
    office({ [move]: refusal(409, 'RECORD_CHANGED') });
    const { user } = await open();
    const [cell] = await days(/Anna Kowalska/);
    within(cell as HTMLElement)
      .getByRole('link')
      .focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(await screen.findByText(/Mill: somebody else has changed this/)).toBeVisible();
    const [back] = await days(/Anna Kowalska/);
    expect(await within(back as HTMLElement).findByRole('link')).toBeVisible();
  });

  it('plans due inspections of one place as one visit, without a form', async () => {
    const rows = [dueRow(1, 5, 'Poznań'), dueRow(2, 5, 'Poznań')];
    const { sentTo } = office({
      [due]: { body: toPage(rows, 2, 0, 20) },
      [save]: { body: { ...planned, id: 11 } },
    });
    const { user } = await open(`${address}&tab=due`);
    await user.click(await screen.findByRole('button', { name: 'Choose all' }));
    await user.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(within(dialog).getByLabelText('Technician'), 'Jan Nowak');
    await user.click(within(dialog).getByRole('button', { name: 'Plan' }));
    await waitFor(() => expect(sentTo(save)).toHaveLength(1));
    expect(sentTo(save)[0]).toMatchObject({
      customer: { id: 5 },
      devices: [{ id: 1 }, { id: 2 }],
      types: ['PERIODIC_INSPECTION'],
      source: 'INSPECTION',
      day: monday,
      technicians: [{ id: janNowak.id }],
    });
  });

  it('closes the list on a phone after planning from it, so that the notice shows', async () => {
    const { matchMedia } = window;
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
      ...matchMedia(media),
      matches: media.includes('max-width'),
    }));
    office({
      [due]: { body: toPage([dueRow(1, 5, 'Poznań')], 1, 0, 20) },
      [save]: { body: { ...planned, id: 11 } },
    });
    const { user } = await open(`${address}&tab=due`);
    await user.click(await screen.findByRole('button', { name: 'To plan' }));
    const sheet = await screen.findByRole('dialog', { name: 'Not planned yet' });
    await user.click(await within(sheet).findByRole('button', { name: /^Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Plan for a day…' }));
    const dialog = await screen.findByRole('dialog', { name: /^Plan/ });
    await user.click(within(dialog).getByRole('button', { name: 'Plan' }));
    expect(await screen.findByText(/^Planned: Monday/)).toBeVisible();
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
  });

  it('turns to the next week and shows what is planned there', async () => {
    const next = planningVisit({ id: 11, day: '2026-12-07', technicians: [annaKowalska] });
    office({ [board]: ({ query }) => boardOf([query.from === monday ? planned : next]) });
    const { user } = await open();
    await days(/Anna Kowalska/);
    await user.click(screen.getByRole('button', { name: 'Next week' }));
    expect(await screen.findByRole('link', { name: /7 Dec 2026/ })).toBeVisible();
  });

  it('shows a day’s way from the nearest branch, and from another one that is chosen', async () => {
    const branch = (id: number, name: string) => ({ id, name, latitude: 52, longitude: 17 + id });
    const branches = [branch(1, 'Poznań'), branch(2, 'Łódź')];
    const stop = { visitId: planned.id, latitude: 52.4, longitude: 16.9, kilometres: 3 };
    const { sentTo } = office({
      'GET /api/branch/getAll': { body: branches },
      'GET /api/planning/route': ({ query }) => ({
        body: {
          start: branches.find(({ id }) => String(id) === (query.branchId ?? '1')) ?? null,
          stops: [stop],
          withoutPlace: [],
          kilometres: 3,
          exact: true,
        },
      }),
    });
    const { user } = await open();
    const [monday1] = await days(/Anna Kowalska/);
    await user.click(within(monday1 as HTMLElement).getByRole('button', { name: /Show the route/ }));
    const start = await screen.findByRole('combobox', { name: 'Start' });
    expect(start).toHaveDisplayValue('Start: Poznań');
    await user.selectOptions(start, 'Start: Łódź');
    await waitFor(() => expect(start).toHaveDisplayValue('Start: Łódź'));
    expect(sentTo('GET /api/planning/route')).toHaveLength(2);
  });
});
