import { ownTimezone } from '@servicebook/i18n/intl.ts';
import { addDays, dateIn } from '@servicebook/shared/calendar';
import type { FirstSteps } from '@servicebook/shared/first-steps';
import { toPage } from '@servicebook/shared/primitives';
import type { HomeFigures } from '@servicebook/shared/statistics';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dropDraft, keepDraft } from '../../../features/service/service-draft.ts';
import type { ServiceFormValues } from '../../../features/service/service-form-values.ts';
import { fakeServer, refusal } from '../../../testing/fake-server.ts';
import { renderApp, sessionUser } from '../../../testing/render-app.tsx';
import { mill } from '../../../testing/render-tab.tsx';

const homeCall = 'GET /api/statistics/home';
/** The searches of the cards. */
const cards = {
  inspections: 'POST /api/device/periodicInspections/search',
  todos: 'POST /api/todo/search',
  protocols: 'POST /api/service/search',
  machines: 'POST /api/device/search',
};
const nothingDue = Object.fromEntries(
  Object.values(cards).map((call) => [call, { body: toPage([], 0, 0, 5) }]),
);
const figures: HomeFigures = {
  machines: [
    { status: 'OK', count: 40 },
    { status: 'FAULT', count: 2 },
  ],
  customers: 15,
  categories: 6,
  employees: 3,
  inspections: { overdue: 4, soon: 9 },
  services: { any: true, unsigned: 8, ownUnsigned: 3, mailRefused: 1 },
  todos: { dueUntil: '2026-11-21', all: 5, own: 2 },
};
const stepsCall = 'GET /api/account/firstSteps';
const companySteps: FirstSteps = {
  hidden: false,
  done: { employees: false, intervals: false, company: false, logo: false, reminders: true },
  categoryId: 8,
};
const press = {
  id: 5,
  name: 'Press 5',
  serialNumber: 'P-5',
  customer: { id: 3, shortName: 'Acme' },
  category: { id: 2, name: 'Presses' },
};

describe('The home page', () => {
  it('starts with the pending work, and links each count to what it counts', async () => {
    fakeServer({ ...nothingDue, [homeCall]: { body: figures } });
    await renderApp('/home', sessionUser());
    const links: [string, string][] = [
      ['2 For me today', '/machineTodo?dueUntil=2026-11-21&assigneeId=1'],
      ['5 Due today in all', '/machineTodo?dueUntil=2026-11-21&assigneeId=everybody'],
      ['3 Mine, not signed', '/servicesList?state=NEW&userId=1'],
      ['8 Not signed in all', '/servicesList?state=NEW'],
      ['1 E-mail refused', '/servicesList?state=MAIL_REFUSED'],
      ['4 Overdue', '/machinePeriodicInspection?due=OVERDUE'],
      ['9 Within 30 days', '/machinePeriodicInspection?due=SOON'],
      ['Fault 2', '/machineList?statuses=FAULT'],
    ];
    for (const [name, href] of links) {
      const pattern = new RegExp(`^${name.replace(' ', '\\s*')}$`);
      expect(await screen.findByRole('link', { name: pattern })).toHaveAttribute('href', href);
    }
    expect(screen.getByRole('heading', { name: 'Machines 42' })).toBeVisible();
    expect(screen.queryByText('Welcome to Servicebook')).not.toBeInTheDocument();
  });

  it.each([
    ['of today', () => dateIn(new Date().toISOString(), ownTimezone()), null],
    ['of an earlier day', () => '2026-01-05', 'Figures of the whole company, as of 5 Jan 2026.'],
  ])('names the day of its figures if it has passed: %s', async (_, dueUntil, shown) => {
    const todos = { ...figures.todos, dueUntil: dueUntil() };
    fakeServer({ ...nothingDue, [homeCall]: { body: { ...figures, todos } } });
    await renderApp('/home', sessionUser());
    await screen.findByRole('heading', { name: 'Machines 42' });
    expect(screen.queryByText(/^Figures of/)?.textContent ?? null).toBe(shown);
  });

  it('shows what stands below the visits when their number is known, and asks for it meanwhile', async () => {
    const rest = () => document.querySelector<HTMLElement>('[data-below-visits]');
    const hidden: unknown[] = [];
    const server = fakeServer({
      ...nothingDue,
      [homeCall]: { body: figures },
      'GET /api/planning/myDays': () => {
        hidden.push(rest()?.hidden);
        return { body: { today: '2026-11-20', tomorrow: '2026-11-21', visits: [] } };
      },
    });
    await renderApp('/home', sessionUser('ROLE_USER'));
    expect(await screen.findByRole('heading', { name: 'To-do list' })).toBeVisible();
    expect(hidden).toEqual([true]);
    expect(server.requests.map(({ call }) => call)).toEqual(
      expect.arrayContaining([homeCall, cards.todos, cards.machines]),
    );
  });

  const device = {
    ...press,
    status: 'DANGER',
    streetAddress: '',
    zipCode: '',
    city: 'Gdynia',
    country: 'PL',
    transferDate: '2020-01-01',
  };
  const max = { id: 2, firstName: 'Max', lastName: 'Beispiel' };
  const work = {
    [homeCall]: { body: figures },
    [cards.inspections]: {
      body: toPage(
        [{ device, lastInspection: null, nextInspection: '2026-01-01', daysToNextInspection: -12 }],
        1,
        0,
        5,
      ),
    },
    [cards.todos]: {
      body: toPage(
        [{ id: 12, description: 'Order seals', date: '2026-01-02', service: null, assignee: max }],
        1,
        0,
        5,
      ),
    },
    [cards.protocols]: {
      body: toPage(
        [
          {
            id: 9,
            number: 4,
            numberExtension: '',
            month: 11,
            year: 2026,
            date: '2026-11-03T10:00:00Z',
            devices: [press],
            customer: press.customer,
            user: max,
            alsoPerformedBy: [{ id: 3, firstName: 'Ola', lastName: 'Lis' }],
          },
        ],
        1,
        0,
        5,
      ),
    },
    [cards.machines]: { body: toPage([device], 1, 0, 5) },
  };

  it('shows the office the first rows of all work, each with a link', async () => {
    const server = fakeServer(work);
    await renderApp('/home', sessionUser());
    for (const [name, href] of [
      [/^Press 5 \(P-5\) ?Acme, Gdynia.*12 days overdue/, 'activeTab=periodicInspection'],
      [/^Order seals ?Max Beispiel/, '/machineTodo?todo=12'],
      [/^4\/11\/2026 · Acme ?Press 5 \(P-5\), Max Beispiel and Ola Lis/, 'activeTab=service&service=9'],
      [/^Press 5 \(P-5\) ?Acme, Gdynia ?Danger/, '/machineEdit?id=5&customerId=3&prev=machineList'],
    ] as const)
      expect(await screen.findByRole('link', { name })).toHaveAttribute(
        'href',
        expect.stringContaining(href),
      );
    expect(server.sentTo(cards.todos)).toEqual([
      expect.not.objectContaining({ assigneeId: expect.anything() }),
    ]);
    expect(server.sentTo(cards.machines)).toEqual([
      expect.objectContaining({ statuses: ['FAULT', 'BROKEN', 'DANGER'] }),
    ]);
    const order = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
    expect(order).toEqual(['Inspections', 'To-do list', 'Service events', 'Machines 42']);
  });

  it('shows technicians their own work first, including the next days', async () => {
    const server = fakeServer(work);
    await renderApp('/home', sessionUser('ROLE_USER'));
    await screen.findByRole('link', { name: /^Order seals/ });
    const [todos] = server.sentTo(cards.todos) as { dueUntil: string; assigneeId: number }[];
    expect(todos?.assigneeId).toBe(1);
    expect(todos?.dueUntil).toBe(addDays(dateIn(new Date().toISOString(), 'Europe/Warsaw'), 7));
    expect(server.sentTo(cards.protocols)).toEqual([expect.objectContaining({ states: ['NEW'], userId: 1 })]);
    const [first] = screen.getAllByRole('article');
    expect(within(first as HTMLElement).getByRole('heading', { name: 'To-do list' })).toBeVisible();
  });

  it('lists the drafts on this device before the protocols, even without the server', async () => {
    const key = '1:1:5:new';
    const values = { devices: [{ id: 5, label: 'Press', hint: 'HP-1' }] } as ServiceFormValues;
    await keepDraft({ key, keptAt: 1, base: null, values, dirty: true, files: [], attempt: null });
    fakeServer({ ...work, [cards.protocols]: refusal(500, 'INTERNAL') });
    await renderApp('/home', sessionUser('ROLE_USER'));
    expect(
      await screen.findByRole('link', { name: /^New protocol, not saved yet.*Press \(HP-1\)/ }),
    ).toHaveAttribute('href', '/machineEdit?id=5&activeTab=service&service=new');
    await dropDraft(key);
  });

  it('says that nothing is due, and which list could not be loaded', async () => {
    fakeServer({ ...nothingDue, [homeCall]: { body: figures }, [cards.todos]: refusal(500, 'INTERNAL') });
    await renderApp('/home', sessionUser());
    expect(await screen.findByText('No inspection is due in the next 30 days.')).toBeVisible();
    expect(await screen.findByText('All protocols are signed.')).toBeVisible();
    expect(await screen.findByText('No machine is out of order.')).toBeVisible();
    expect(
      await screen.findByText('This list cannot be shown right now.', {}, { timeout: 8000 }),
    ).toBeVisible();
    expect(screen.queryByText('No to-do is due today.')).not.toBeInTheDocument();
  });

  it.each([
    ['ROLE_ADMIN', 1],
    ['ROLE_USER', 0],
  ] as const)('has a card of the statistics for admins: %s', async (role, count) => {
    fakeServer({ ...nothingDue, [homeCall]: { body: figures } });
    await renderApp('/home', sessionUser(role));
    await screen.findByRole('heading', { name: 'Customers 15' });
    expect(screen.queryAllByRole('heading', { name: 'Statistics' })).toHaveLength(count);
  });

  it('keeps its cards when the figures fail', async () => {
    fakeServer({ ...nothingDue, [homeCall]: refusal(500, 'INTERNAL') });
    await renderApp('/home', sessionUser());
    expect(
      await screen.findByText('The figures cannot be shown right now.', {}, { timeout: 8000 }),
    ).toBeVisible();
    const [card] = screen.getAllByRole('link', { name: 'Customers' }).slice(-1);
    expect(card).toHaveAttribute('href', '/customerList');
  });

  it('shows a new company its first steps, and marks the next one', async () => {
    const nothing = {
      machines: [],
      customers: 0,
      categories: 1,
      services: { ...figures.services, any: false },
      todos: { ...figures.todos, all: 0 },
    };
    fakeServer({
      ...nothingDue,
      [homeCall]: { body: { ...figures, ...nothing } },
      [stepsCall]: { body: companySteps },
    });
    await renderApp('/home', sessionUser());
    const steps = within(await screen.findByRole('region', { name: 'Welcome to Servicebook' }));
    expect(steps.getAllByRole('listitem').map((step) => step.dataset.next ?? step.dataset.done)).toEqual([
      ...['true', 'true', undefined, undefined],
      ...[undefined, undefined, undefined, undefined, 'true'],
    ]);
    expect(steps.queryByRole('link', { name: 'Add a category' })).not.toBeInTheDocument();
    expect(steps.getByRole('link', { name: 'Add a customer' })).toHaveAttribute(
      'href',
      '/customerAdd?from=steps',
    );
    expect(steps.getByRole('link', { name: 'Import from a spreadsheet' })).toHaveAttribute('href', '/import');
    // There is no pending work yet; the tiles link to every list.
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    const tiles = within(screen.getByRole('navigation', { name: 'All at a glance' }));
    expect(tiles.getByRole('link', { name: 'Machines' })).toHaveAttribute('href', '/machineList');
    expect(tiles.getByRole('link', { name: 'Add machine' })).toHaveAttribute('href', '/machineAdd');
  });

  it('leads a company on after its first protocol: each step to its form, until the list is put away', async () => {
    const server = fakeServer({
      ...nothingDue,
      [homeCall]: { body: figures },
      [stepsCall]: { body: companySteps },
      'PATCH /api/account/firstSteps': { body: { ...companySteps, hidden: true } },
    });
    const { user } = await renderApp('/home', sessionUser());
    const steps = within(await screen.findByRole('region', { name: 'Next steps' }));
    expect(steps.getByText('The first service book: Done')).toBeVisible();
    for (const [name, href] of [
      ['Invite technicians', '/userAdd?from=steps'],
      ['Set inspection intervals', '/categoryEdit?id=8&from=steps'],
      ['Complete the company’s data', '/myAccount?tab=company&from=steps'],
      ['Add your logo', '/myAccount?tab=company&from=steps'],
    ] as const)
      expect(steps.getByRole('link', { name })).toHaveAttribute('href', href);
    expect(steps.queryByRole('link', { name: 'Turn reminders on' })).not.toBeInTheDocument();
    await user.click(steps.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(server.sentTo('PATCH /api/account/firstSteps')).toEqual([{ hidden: true }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Next steps' })).not.toBeInTheDocument());
    expect(await screen.findByText(/in My account, under Management/)).toBeVisible();
  });

  it('says that all steps are done', async () => {
    const done = { employees: true, intervals: true, company: true, logo: true, reminders: true };
    fakeServer({
      ...nothingDue,
      [homeCall]: { body: figures },
      [stepsCall]: { body: { ...companySteps, done } },
    });
    await renderApp('/home', sessionUser());
    const steps = within(await screen.findByRole('region', { name: 'Next steps' }));
    expect(steps.getByText('Your company: Done')).toBeVisible();
    expect(steps.getByRole('button', { name: 'Done, hide the list' })).toBeVisible();
  });

  it('shows technicians only the way to the first protocol', async () => {
    const server = fakeServer({
      ...nothingDue,
      [homeCall]: { body: { ...figures, services: { ...figures.services, any: false } } },
    });
    await renderApp('/home', sessionUser('ROLE_USER'));
    const steps = within(await screen.findByRole('region', { name: 'Welcome to Servicebook' }));
    expect(steps.getAllByRole('listitem')).toHaveLength(4);
    expect(steps.queryByRole('button')).not.toBeInTheDocument();
    expect(server.requests.map(({ call }) => call)).not.toContain(stepsCall);
  });

  it('is where a form leads back to, and saving ends, if it was opened from the steps', async () => {
    fakeServer({
      ...nothingDue,
      [homeCall]: { body: figures },
      [stepsCall]: { body: companySteps },
      'POST /api/customer/insert': { body: mill },
    });
    const { user, router } = await renderApp('/customerAdd?from=steps', sessionUser());
    expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', '/home');
    await user.type(screen.getByLabelText(/Short name/), 'Mill');
    await user.type(screen.getByLabelText(/Full name/), 'Mill Ltd');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(await screen.findByRole('region', { name: 'Next steps' })).toBeVisible();
  });
});
