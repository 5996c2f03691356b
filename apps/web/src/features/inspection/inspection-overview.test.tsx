import { liesIn, type MapPart } from '@servicebook/shared/geo';
import type { InspectionPoint, InspectionRow } from '@servicebook/shared/inspection-overview';
import { toPage } from '@servicebook/shared/primitives';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { pageBox } from '../../testing/page-box.ts';
import { renderApp, sessionUser } from '../../testing/render-app.tsx';

const search = 'POST /api/device/periodicInspections/search';
const calendar = 'POST /api/device/periodicInspections/calendar';
const points = 'POST /api/device/periodicInspections/points';
const pointsInPart = 'POST /api/device/periodicInspections/pointsInPart';

const row = (id: number, name: string, more: Partial<InspectionRow> = {}): InspectionRow => ({
  device: {
    id,
    name,
    status: 'OK',
    serialNumber: '',
    category: { id: 2, name: 'Presses' },
    customer: { id: 7, shortName: 'Mill' },
    streetAddress: 'Long 1',
    zipCode: '00-001',
    city: 'Warsaw',
    country: 'PL',
    transferDate: '2025-01-01',
  },
  lastInspection: '2026-01-01',
  nextInspection: '2026-11-01',
  daysToNextInspection: -20,
  daysToEndWarranty: 40,
  lastWarrantyInspectionDone: false,
  planned: null,
  ...more,
});
const press = row(5, 'Press');
const lathe = row(6, 'Lathe', {
  nextInspection: null,
  daysToNextInspection: null,
  lastInspection: null,
  lastWarrantyInspectionDone: true,
  device: { ...row(6, 'Lathe').device, transferDate: null },
});
const serve = (...rows: InspectionRow[]) =>
  fakeServer({ [search]: { body: toPage(rows, rows.length, 0, 20) } });
const open = (query = '') => renderApp(`/machinePeriodicInspection${query}`, sessionUser('ROLE_USER'));

describe('The overview of inspections', () => {
  it('sets the interval of the chosen machines in one call', async () => {
    const server = serve(press, lathe);
    const plan = { changed: 1, same: 1, gone: 0, refused: [], notes: [] };
    const [check, run] = ['POST /api/bulk/check', 'POST /api/bulk/run'];
    server.handlers[check] = { body: plan };
    server.handlers[run] = { body: { ...plan, id: 9 } };
    const { user } = await open();
    await user.click(await pageBox());
    await user.click(await screen.findByRole('button', { name: 'Set inspection interval' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set inspection interval' });
    const change = within(dialog).getByRole('button', { name: 'Change' });
    const frequency = within(dialog).getByLabelText('Inspection frequency');
    await user.type(frequency, '0');
    expect(await within(dialog).findByText(/must be greater than 0/)).toBeVisible();
    expect(change).toBeDisabled();
    expect(server.sentTo(check)).toEqual([]);
    await user.clear(frequency);
    await user.type(frequency, '6');
    expect(await within(dialog).findByText('1 machine will change.')).toBeVisible();
    expect(within(dialog).getByText('1 already is like that.')).toBeVisible();
    await user.click(change);
    expect(await screen.findByText('Inspection interval of 1 machine changed')).toBeVisible();
    const sent = { ids: [5, 6], change: { action: 'machine.interval', months: 6 } };
    expect(server.sentTo(run)).toEqual([sent]);
    // For what follows on the same machines.
    expect(screen.getByRole('checkbox', { name: 'Select all rows of this page' })).toBeChecked();
  });

  it('plans all that are found, also those of other pages, in visits that can hold them', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => row(index + 1, `Press ${index + 1}`));
    rows.push(
      row(121, 'Saw', { device: { ...row(121, 'Saw').device, customer: { id: 8, shortName: 'Farm' } } }),
    );
    const server = serve();
    server.handlers[search] = ({ body }) => {
      const { page = 0, size = 20 } = body as { page?: number; size?: number };
      return { body: toPage(rows.slice(page * size, (page + 1) * size), rows.length, page, size) };
    };
    server.handlers['POST /api/device/periodicInspections/findIds'] = {
      body: rows.map(({ device }) => device.id),
    };
    server.handlers['GET /api/user/findAll'] = { body: [] };
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Press 1' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 121 found' }));
    expect(await screen.findByText('121 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Plan visit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan 4 visits' }));
    expect(dialog.getByText(/A visit has at most 50 machines/)).toBeVisible();
    expect(dialog.getAllByText('Mill')).toHaveLength(3);
    expect(dialog.getByText('Farm')).toBeVisible();
  });

  it('is sorted by days to the next inspection, marks overdue ones, and opens the machine', async () => {
    const server = serve(press, lathe);
    const { user, router } = await open();
    const first = (await screen.findByText('Press')).closest('tr') as HTMLElement;
    expect(first).toHaveTextContent('20 days overdue');
    expect(first).toHaveTextContent('40 days left');
    const second = screen.getByText('Lathe').closest('tr') as HTMLElement;
    expect(second).toHaveTextContent('not handed over');
    expect(second).toHaveTextContent('none yet');
    expect(second).toHaveTextContent('last warranty inspection done');
    expect(server.sentTo(search)[0]).toMatchObject({
      sort: { by: 'daysToNextInspection', direction: 'asc' },
      onlyActual: false,
      due: 'ALL',
    });
    await user.click(screen.getByRole('link', { name: 'Press' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/machineEdit'));
    expect(router.state.location.search).toBe('?id=5&customerId=7&prev=machinePeriodicInspection');
  });

  it('leads from the mark of a planned inspection to its visit', async () => {
    serve(row(5, 'Press', { planned: { id: 9, day: '2026-12-07', technicians: [] } }));
    await open();
    expect(await screen.findByRole('link', { name: 'Mon, 7 Dec 2026' })).toHaveAttribute(
      'href',
      '/visit?id=9',
    );
  });

  it('hides machines after warranty, filters by due inspections, and shows all again', async () => {
    const server = serve(press);
    const { user, router } = await open();
    await screen.findByText('Press');
    server.handlers[search] = { body: toPage([], 0, 0, 20) };
    await user.click(screen.getByRole('checkbox', { name: 'Hide machines after warranty' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Due' }), 'Overdue');
    await waitFor(() =>
      expect(server.sentTo(search).at(-1)).toMatchObject({ onlyActual: true, due: 'OVERDUE' }),
    );
    expect(await screen.findByText('Nothing found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Press')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('shows a month by days; a click on a day lists its machines', async () => {
    const server = serve(press);
    server.handlers[calendar] = {
      body: [
        {
          date: '2026-12-15',
          count: 4,
          daysToNextInspection: 24,
          devices: [
            { id: 5, name: 'Press', serialNumber: 'P-1', customer: 'Mill' },
            { id: 6, name: 'Press', serialNumber: 'P-2', customer: 'Mill' },
          ],
        },
      ],
    };
    server.handlers['GET /api/visit/calendar'] = {
      body: [
        {
          date: '2026-12-16',
          count: 5,
          visits: [
            {
              id: 9,
              customer: 'Acme',
              state: 'PLANNED',
              technicians: [{ id: 2, firstName: 'Jan', lastName: 'Kowal' }],
            },
          ],
        },
      ],
    };
    const { user, router } = await open('?view=calendar&month=2026-12');
    const month = await screen.findByRole('region', { name: 'December 2026' });
    // The machines have the same name, so each is shown with its serial number.
    expect(await within(month).findByRole('link', { name: 'Mill Press (P-1)' })).toBeVisible();
    expect(within(month).getByRole('link', { name: 'Mill Press (P-2)' })).toBeVisible();
    expect(await within(month).findByRole('link', { name: 'Acme, Kowal' })).toHaveAttribute(
      'href',
      '/visit?id=9',
    );
    expect(within(month).getByRole('link', { name: '+ 4 more' })).toHaveAttribute(
      'href',
      '/visitList?dateFrom=2026-12-16&dateTo=2026-12-16&show=ALL',
    );
    expect(within(month).getByText('+ 2 more')).toBeVisible();
    await user.click(within(month).getByRole('button', { name: 'Next month' }));
    await waitFor(() => expect(server.sentTo(calendar).at(-1)).toMatchObject({ month: '2027-01' }));
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await user.click(await screen.findByRole('button', { name: '15 December 2026: 4 inspections' }));
    await screen.findByText('20 days overdue');
    expect(server.sentTo(search).at(-1)).toMatchObject({ dateFrom: '2026-12-15', dateTo: '2026-12-15' });
    await user.click(screen.getByRole('button', { name: 'Due on 15 Dec 2026: Show all days' }));
    await waitFor(() => expect(server.sentTo(search).at(-1)).toMatchObject({ dateFrom: null }));
    expect(router.state.location.search).not.toContain('day=');
  });

  it('counts overdue inspections of all months next to the calendar, and lists them', async () => {
    const server = serve(press);
    server.handlers[calendar] = { body: [] };
    server.handlers[search] = { body: toPage([press], 12, 0, 1) };
    const { user, router } = await open('?view=calendar&month=2026-12&q=press');
    await user.click(await screen.findByRole('button', { name: 'Total overdue: 12' }));
    expect(server.sentTo(search)[0]).toMatchObject({ text: 'press', due: 'OVERDUE', size: 1 });
    await screen.findByText('20 days overdue');
    expect(server.sentTo(search).at(-1)).toMatchObject({ text: 'press', due: 'OVERDUE', size: 20 });
    expect(router.state.location.search).not.toContain('view=calendar');
  });

  it('says how many machines have no point on the map', async () => {
    const server = serve(press);
    server.handlers[points] = { body: { total: 3, placed: 0, area: null, points: [] } };
    const { user } = await open();
    await screen.findByText('Press');
    await user.click(screen.getByRole('radio', { name: 'Map' }));
    expect(await screen.findByText(/^3 machines are not on the map/)).toBeVisible();
  });

  it('says that no machine is on the map', async () => {
    const server = serve(press);
    server.handlers[points] = { body: { total: 0, placed: 0, area: null, points: [] } };
    await open('?view=map');
    expect(await screen.findByText('No machines on the map.')).toBeVisible();
  });

  describe('on a map', () => {
    const pointOf = (id: number, name: string, more: Partial<InspectionPoint> = {}): InspectionPoint => ({
      ...{ id, name, serialNumber: '', customer: 'Mill', latitude: 52, longitude: 21, isCustomers: false },
      ...{ nextInspection: '2026-11-01', daysToNextInspection: -20, ...more },
    });
    const area = { west: 14, south: 49, east: 24, north: 55 };
    const crowded = { body: { total: 3002, placed: 3001, area, points: [] } };
    const warsaw = { latitude: 52.2, longitude: 21, count: 1234, overdue: 0, soon: 3, opensAt: 12 };
    const cracow = { latitude: 50.1, longitude: 19.9, count: 12, overdue: 2, soon: 0, opensAt: 9 };
    const markers = () => [...document.querySelectorAll<HTMLElement>('.leaflet-marker-icon')];
    const circle = async (text: string) => {
      await screen.findByText(text);
      return markers().find(({ textContent }) => textContent === text) as HTMLElement;
    };
    const partsOf = (server: ReturnType<typeof serve>) =>
      server.sentTo(pointsInPart).map((body) => (body as { part: MapPart }).part);

    // Leaflet asks the page for the size of its map.
    beforeEach(() => {
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
      vi.spyOn(window, 'matchMedia').mockImplementation(
        (media) =>
          ({ matches: media.includes('reduce'), addEventListener() {}, removeEventListener() {} }) as never,
      );
    });

    it('shows a few machines at once, and asks for no part', async () => {
      const server = serve(press);
      const far = { latitude: 50, longitude: 18 };
      server.handlers[points] = {
        body: { total: 2, placed: 2, area, points: [pointOf(5, 'Press'), pointOf(6, 'Lathe', far)] },
      };
      const { user } = await open('?view=map');
      await user.click(await screen.findByTitle(/^Press/));
      expect(await screen.findByRole('link', { name: 'Open machine' })).toHaveAttribute(
        'href',
        expect.stringContaining('id=5'),
      );
      expect(partsOf(server)).toEqual([]);
    });

    it('shows what the server counted in the part that is visible', async () => {
      const server = serve(press);
      server.handlers[points] = crowded;
      server.handlers[pointsInPart] = { body: { points: [pointOf(5, 'Press')], clusters: [warsaw, cracow] } };
      const { user } = await open('?view=map&due=SOON');
      expect(await screen.findByText(/^1 machine is not on the map/)).toBeVisible();
      // The single machine is so near that it is counted with its neighbours.
      const city = await circle('1.2k');
      expect(city).toHaveAttribute('title', '1235');
      expect(await circle('12')).toHaveAttribute('title', '12');
      const [first, ...more] = partsOf(server);
      expect(more).toEqual([]);
      expect(server.sentTo(pointsInPart)[0]).toMatchObject({ due: 'SOON' });
      expect(first?.west).toBeLessThan(area.west);
      expect(first?.east).toBeGreaterThan(area.east);
      expect(first?.south).toBeLessThan(area.south);
      expect(first?.north).toBeGreaterThan(area.north);

      await user.click(await circle('12'));
      await waitFor(() => expect(partsOf(server).at(-1)).toMatchObject({ zoom: cracow.opensAt }));
      const opened = partsOf(server).at(-1) as MapPart;
      expect(liesIn(opened, cracow)).toBe(true);
      expect(liesIn(opened, warsaw)).toBe(false);
    });

    it('keeps the machine that was chosen when it is moved out of sight, until the filter changes', async () => {
      const server = serve(press);
      server.handlers[points] = crowded;
      server.handlers[pointsInPart] = { body: { points: [pointOf(5, 'Press')], clusters: [cracow] } };
      const { user } = await open('?view=map');
      await user.click(await screen.findByTitle(/^Press/));
      expect(await screen.findByRole('link', { name: 'Open machine' })).toBeVisible();
      server.handlers[pointsInPart] = { body: { points: [], clusters: [cracow] } };
      await user.click(screen.getByRole('button', { name: 'Zoom in' }));
      await waitFor(() => expect(partsOf(server)).toHaveLength(2));
      await waitFor(() => expect(screen.queryByTitle(/^Press/)).toBeNull());
      expect(screen.getByRole('link', { name: 'Open machine' })).toBeVisible();
      await user.click(screen.getByRole('checkbox', { name: 'Hide machines after warranty' }));
      await waitFor(() => expect(screen.queryByRole('link', { name: 'Open machine' })).toBeNull());
    });

    it('says that a part was not loaded, and loads it on request', async () => {
      const server = serve(press);
      server.handlers[points] = crowded;
      server.handlers[pointsInPart] = refusal(500, 'INTERNAL');
      const { user } = await open('?view=map');
      expect(await screen.findByRole('alert')).toBeVisible();
      server.handlers[pointsInPart] = { body: { points: [], clusters: [cracow] } };
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await circle('12')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
    });
  });

  it('shows the failure', async () => {
    fakeServer({ [search]: refusal(500, 'INTERNAL') });
    await open();
    expect(await screen.findByRole('alert')).toBeVisible();
  });
});
