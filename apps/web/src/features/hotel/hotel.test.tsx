import type { Hotel } from '@servicebook/shared/hotel';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { sessionUser } from '../../testing/render-app.tsx';
import { press, renderTab } from '../../testing/render-tab.tsx';
import { HotelsTab } from './hotels-tab.tsx';

const list = 'GET /api/deviceHotel/getAll';
const insert = 'POST /api/deviceHotel/insert';
const remove = 'DELETE /api/deviceHotel/deleteHotel/1';

const far: Hotel = {
  id: 1,
  name: 'Alpha Inn',
  streetAddress: 'Lipowa 1',
  zipCode: '30-001',
  city: 'Kraków',
  country: 'PL',
  phone: '+48 12 000 00 01',
  email: 'desk@alpha.example',
  www: 'www.alpha.example',
  description: 'Key at the desk.',
  latitude: 50.06,
  longitude: 19.94,
};
const near: Hotel = { ...far, id: 2, name: 'Zulu House', city: 'Warszawa', latitude: 52.2, longitude: 21 };
const both = { [list]: { body: [far, near] } };

const Placed = () => <HotelsTab device={{ ...press, gpsLatitude: 52.23, gpsLongitude: 21.01 }} />;
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Hotels' }))
    .getAllByRole('button')
    .map((row) => row.textContent);
const open = (name: RegExp) => screen.findByRole('button', { name });

describe('The hotels', () => {
  it('are sorted by distance from the machine, which is shown', async () => {
    fakeServer(both);
    await renderTab(Placed);
    const [first, second] = await rows();
    expect(first).toMatch(/^Zulu House.*3\.4 km$/);
    expect(second).toMatch(/^Alpha Inn.*\d{3} km$/);
    expect(screen.getByText('Distances from the machine, as the crow flies')).toBeVisible();
  });

  it('are sorted by distance from the customer if the machine has no point, which is said', async () => {
    fakeServer(both);
    const place = { ...press, gpsLatitude: 52.23, gpsLongitude: 21.01, isCustomers: true };
    await renderTab(() => <HotelsTab device={press} place={place} />);
    expect((await rows())[0]).toMatch(/^Zulu House.*3\.4 km$/);
    expect(screen.getByText('Distances from the position of the customer, as the crow flies')).toBeVisible();
  });

  it('are sorted by name if the machine has no point, with a link to set one', async () => {
    fakeServer(both);
    const { user, router } = await renderTab(HotelsTab);
    expect((await rows()).map((text) => text?.slice(0, 5))).toEqual(['Alpha', 'Zulu ']);
    expect(screen.getByText(/sorted by name/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set the point' }));
    expect(new URLSearchParams(router.state.location.search).get('activeTab')).toBe('Map');
  });

  it('open from their marker, with phone and website as links', async () => {
    fakeServer(both);
    const { user } = await renderTab(Placed);
    const map = await screen.findByRole('region', { name: 'Map of the hotels' });
    expect(within(map).getByTitle('Hydraulic press (machine)')).toBeInTheDocument();
    fireEvent.click(within(map).getByTitle(/^Alpha Inn/));
    const details = await screen.findByRole('region', { name: 'Alpha Inn' });
    const link = (name: string) => within(details).getByRole('link', { name });
    expect(link('+48 12 000 00 01')).toHaveAttribute('href', 'tel:+48120000001');
    expect(link('www.alpha.example')).toHaveAttribute('href', 'https://www.alpha.example/');
    expect(link('desk@alpha.example')).toHaveAttribute('href', 'mailto:desk@alpha.example');
    expect(within(details).getByText('Lipowa 1, 30-001 Kraków, Poland')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'All hotels' }));
    expect(await rows()).toHaveLength(2);
  });

  it('have an address, so that back returns to the list', async () => {
    fakeServer(both);
    const { user, router } = await renderTab(Placed);
    await user.click(await open(/Alpha Inn.*Kraków/));
    await screen.findByRole('region', { name: 'Alpha Inn' });
    expect(new URLSearchParams(router.state.location.search).get('hotel')).toBe('1');
    await user.click(await open(/^Edit$/));
    await screen.findByLabelText(/^Name/);
    await router.navigate(-1);
    expect(await screen.findByRole('region', { name: 'Alpha Inn' })).toBeVisible();
    await router.navigate(-1);
    expect(await rows()).toHaveLength(2);
  });

  it('open from their marker with the keyboard', async () => {
    fakeServer(both);
    await renderTab(Placed);
    const map = await screen.findByRole('region', { name: 'Map of the hotels' });
    fireEvent.keyDown(within(map).getByRole('button', { name: /^Zulu House/ }), { key: 'Enter' });
    expect(await screen.findByRole('region', { name: 'Zulu House' })).toBeVisible();
  });

  it('invite the user to add the first', async () => {
    fakeServer({ [list]: { body: [] } });
    await renderTab(Placed);
    expect(await screen.findByText('No hotels yet')).toBeVisible();
  });
});

describe('A hotel', () => {
  const name = () => screen.findByLabelText(/^Name/);
  const coordinates = () => screen.findByRole('textbox', { name: 'Coordinates' });
  const save = () => screen.getByRole('button', { name: 'Save' });

  it('needs a name and a location', async () => {
    const server = fakeServer(both);
    const { user } = await renderTab(Placed);
    await user.click(await open(/Add hotel/));
    await name();
    await user.click(save());
    await waitFor(async () => expect(await name()).toHaveAccessibleDescription('Name cannot be empty'));
    expect(await coordinates()).toHaveAccessibleDescription('Select the location on the map');
    expect(server.sentTo(insert)).toEqual([]);
    await user.type(await name(), 'Mike Hotel');
    await user.click(save());
    await waitFor(async () => expect(await coordinates()).toHaveFocus());
  });

  it('is searched for at the address that was entered', async () => {
    const search = 'GET /api/geo/search';
    const server = fakeServer({ ...both, [search]: { body: [] } });
    const { user } = await renderTab(Placed);
    await user.click(await open(/Add hotel/));
    await user.type(await screen.findByLabelText('Street and number'), 'Rynek 1');
    await user.type(screen.getByLabelText('City'), 'Poznań');
    expect(screen.getByLabelText('Search for a place')).toHaveValue('Rynek 1, Poznań');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('No place matches “Rynek 1, Poznań”.')).toBeVisible();
    expect(server.requests.find(({ call }) => call === search)?.query).toEqual({ q: 'Rynek 1, Poznań' });
  });

  it('is added and then shown', async () => {
    const added = { ...near, id: 3, name: 'Mike Hotel' };
    const server = fakeServer({ ...both, [insert]: { body: added } });
    const { user } = await renderTab(Placed);
    await user.click(await open(/Add hotel/));
    await user.type(await name(), 'Mike Hotel');
    await user.type(screen.getByLabelText('Phone'), '+48 1');
    await user.type(await coordinates(), '52.1, 21.1');
    server.handlers[list] = { body: [added, far, near] };
    await user.click(save());
    expect(await screen.findByRole('region', { name: 'Mike Hotel' })).toBeVisible();
    expect(server.sentTo(insert)).toEqual([
      expect.objectContaining({
        id: null,
        name: 'Mike Hotel',
        phone: '+48 1',
        latitude: 52.1,
        longitude: 21.1,
      }),
    ]);
  });

  it('is changed; Cancel returns to its details', async () => {
    const server = fakeServer({ ...both, [insert]: { body: { ...near, city: 'Łódź' } } });
    const { user } = await renderTab(Placed);
    await user.click(await open(/Zulu House.*Warszawa/));
    await user.click(await open(/^Edit$/));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('region', { name: 'Zulu House' });
    await user.click(await open(/^Edit$/));
    const city = await screen.findByLabelText('City');
    await user.clear(city);
    await user.type(city, 'Łódź');
    server.handlers[list] = { body: [far, { ...near, city: 'Łódź' }] };
    await user.click(save());
    expect(await screen.findByText(/30-001 Łódź/)).toBeVisible();
    expect(server.sentTo(insert)).toEqual([expect.objectContaining({ id: 2, city: 'Łódź' })]);
  });

  it('says if it may not be saved, and keeps the input', async () => {
    fakeServer({ ...both, [insert]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(Placed);
    await user.click(await open(/Zulu House.*Warszawa/));
    await user.click(await open(/^Edit$/));
    await user.type(await screen.findByLabelText('City'), ' 2');
    await user.click(save());
    expect(await screen.findByText('No permission for this operation.')).toBeVisible();
    expect(screen.getByLabelText('City')).toHaveValue('Warszawa 2');
  });

  it('is deleted by an admin; a refusal shows the reason', async () => {
    const server = fakeServer({ ...both, [remove]: refusal(403, 'NO_PERMISSION') });
    const { user } = await renderTab(Placed);
    await user.click(await open(/Alpha Inn.*Kraków/));
    await user.click(await open(/^Delete$/));
    const dialog = await screen.findByRole('dialog', { name: 'Delete hotel?' });
    const confirm = () => within(dialog).getByRole('button', { name: 'Delete' });
    await user.click(confirm());
    expect(await within(dialog).findByText('No permission for this operation.')).toBeVisible();
    server.handlers[remove] = {};
    server.handlers[list] = { body: [near] };
    await user.click(confirm());
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it('cannot be deleted by others', async () => {
    fakeServer(both);
    const { user } = await renderTab(Placed, sessionUser('ROLE_USER'));
    await user.click(await open(/Alpha Inn.*Kraków/));
    await open(/^Edit$/);
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('keeps the input while the server is unreachable', async () => {
    fakeServer({ ...both, [insert]: 'no connection' });
    const { user } = await renderTab(Placed);
    await user.click(await open(/Add hotel/));
    await user.type(await name(), 'Mike Hotel');
    await user.type(await coordinates(), '52.1, 21.1');
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    expect(await name()).toHaveValue('Mike Hotel');
  });
});
