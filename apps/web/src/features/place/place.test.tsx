import type { Device } from '@servicebook/shared/device';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { press, renderTab } from '../../testing/render-tab.tsx';
import { MapTab } from './map-tab.tsx';

const update = 'PATCH /api/device/updateGpsLocation';
const search = 'GET /api/geo/search';

const placed: Device = { ...press, gpsLatitude: 52.2297, gpsLongitude: 21.0122 };
const Placed = () => <MapTab device={placed} />;

const map = () => screen.findByRole('region', { name: 'Map: Hydraulic press' });
const coordinates = () => screen.findByRole('textbox', { name: 'Coordinates' });
const save = () => screen.getByRole('button', { name: 'Save' });

describe('The map of a machine', () => {
  it('shows its point, with buttons to copy it and for directions', async () => {
    fakeServer({});
    const { user } = await renderTab(Placed);
    expect(await screen.findByText('52.2297, 21.0122')).toBeVisible();
    expect(within(await map()).getByTitle('Hydraulic press')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
      'href',
      expect.stringContaining('52.2297%2C21.0122'),
    );
    await user.click(screen.getByRole('button', { name: 'Copy coordinates' }));
    expect(await navigator.clipboard.readText()).toBe('52.2297, 21.0122');
  });

  it('shows the position of the customer where the machine has no point, and says whose it is', async () => {
    fakeServer({});
    const place = { ...press, gpsLatitude: 52.4, gpsLongitude: 16.93, isCustomers: true };
    const { user } = await renderTab(() => <MapTab device={press} place={place} />);
    expect(await screen.findByText('52.4, 16.93')).toBeVisible();
    expect(screen.getByText(/Position of the customer/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
      'href',
      expect.stringContaining('52.4%2C16.93'),
    );
    // Its own point is still to be set.
    await user.click(screen.getByRole('button', { name: 'Set the point' }));
    expect(await coordinates()).toHaveValue('');
  });

  it('works without map pictures, and says so', async () => {
    fakeServer({});
    await renderTab(Placed);
    expect(await screen.findByText('Map images are not available')).toBeVisible();
    expect(document.querySelector('img.leaflet-tile')).toBeNull();
  });

  it('starts with the whole country, at zoom 6', async () => {
    fakeServer({});
    await renderTab(MapTab);
    await map();
    queryClient.setQueryData(
      appConfigQuery.queryKey,
      (config) => config && { ...config, tileUrl: '/tiles/{z}/{x}/{y}.png' },
    );
    await waitFor(() =>
      expect(document.querySelector('img.leaflet-tile')).toHaveAttribute(
        'src',
        // The tile that contains 51.06 N, 19.11 E.
        expect.stringMatching(/^\/tiles\/6\/35\/21\.png/),
      ),
    );
  });

  it('invites the user to set a missing point', async () => {
    fakeServer({});
    const { user } = await renderTab(MapTab);
    expect(await screen.findByText('No point on the map yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set the point' }));
    expect(await coordinates()).toHaveValue('');
  });
});

describe('Setting the point', () => {
  const edit = async () => {
    const { user } = await renderTab(Placed);
    await user.click(await screen.findByRole('button', { name: 'Change the point' }));
    return user;
  };

  it('accepts a click on the map and says Saved', async () => {
    const server = fakeServer({ [update]: { body: placed } });
    const { user } = await renderTab(MapTab);
    await user.click(await screen.findByRole('button', { name: 'Set the point' }));
    // A map without a size, as in jsdom, is centred on the pointer: the default view, precise to a pixel.
    fireEvent.click(await map(), { clientX: 0, clientY: 0 });
    await waitFor(async () => expect(await coordinates()).not.toHaveValue(''));
    await user.click(save());
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    const pixel = 0.02;
    const [sent] = server.sentTo(update) as { deviceId: number; latitude: number; longitude: number }[];
    expect(sent?.deviceId).toBe(5);
    expect(Math.abs((sent?.latitude ?? 0) - 51.06)).toBeLessThan(pixel);
    expect(Math.abs((sent?.longitude ?? 0) - 19.11)).toBeLessThan(pixel);
  });

  it('accepts Enter at the middle of the map', async () => {
    fakeServer({});
    const { user } = await renderTab(MapTab);
    await user.click(await screen.findByRole('button', { name: 'Set the point' }));
    fireEvent.keyDown(await map(), { key: 'Enter' });
    await waitFor(async () => expect(await coordinates()).toHaveValue('51.06, 19.11'));
  });

  it('accepts typed coordinates, and refuses invalid ones', async () => {
    const server = fakeServer({ [update]: { body: placed } });
    const user = await edit();
    await user.clear(await coordinates());
    await user.type(await coordinates(), 'Warszawa');
    await user.click(save());
    expect(await coordinates()).toHaveAccessibleDescription(/Enter latitude and longitude/);
    await user.clear(await coordinates());
    await user.click(save());
    await waitFor(async () =>
      expect(await coordinates()).toHaveAccessibleDescription('Select the location on the map'),
    );
    expect(server.sentTo(update)).toEqual([]);
    await user.type(await coordinates(), '50,06143; 19,93658');
    await user.click(save());
    await waitFor(() =>
      expect(server.sentTo(update)).toEqual([{ deviceId: 5, latitude: 50.06143, longitude: 19.93658 }]),
    );
  });

  it('accepts the phone’s own position', async () => {
    const getCurrentPosition = vi.fn((found: PositionCallback) =>
      found({ coords: { latitude: 50.1, longitude: 20.2, accuracy: 7.5 } } as GeolocationPosition),
    );
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    fakeServer({});
    const user = await edit();
    await user.click(screen.getByRole('button', { name: 'My position' }));
    await waitFor(async () => expect(await coordinates()).toHaveValue('50.1, 20.2'));
    expect(screen.getByText('Your position, accurate to 8 m.')).toBeVisible();
  });

  it('is cancelled without sending anything', async () => {
    const server = fakeServer({});
    const user = await edit();
    fireEvent.click(await map(), { clientX: 0, clientY: 0 });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('52.2297, 21.0122')).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  it('keeps a point that could not be sent', async () => {
    fakeServer({ [update]: 'no connection' });
    const user = await edit();
    await user.clear(await coordinates());
    await user.type(await coordinates(), '50, 20');
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Server connection error');
    expect(await coordinates()).toHaveValue('50, 20');
  });
});

describe('The place search', () => {
  const field = () => screen.findByLabelText('Search for a place');
  const open = async () => {
    const { user } = await renderTab(Placed);
    await user.click(await screen.findByRole('button', { name: 'Change the point' }));
    return user;
  };

  it('searches only on Enter; the arrow keys select a result', async () => {
    const found = [
      { label: 'Łódź, Poland', latitude: 51.77, longitude: 19.46 },
      { label: 'Łódź Kaliska', latitude: 51.76, longitude: 19.43 },
    ];
    const server = fakeServer({ [search]: { body: found } });
    const user = await open();
    await user.type(await field(), 'łódź');
    expect(server.requests).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2 places found', { selector: '[role="status"]' })).toBeInTheDocument();
    expect(server.requests[0]?.query).toEqual({ q: 'łódź' });
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Łódź Kaliska' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await coordinates()).toHaveValue('51.76, 19.43'));
    expect(screen.queryByRole('list', { name: 'Places found' })).not.toBeInTheDocument();
  });

  it('is closed with Escape, which returns the focus to the field', async () => {
    fakeServer({ [search]: { body: [{ label: 'Radom', latitude: 51.4, longitude: 21.1 }] } });
    const user = await open();
    await user.type(await field(), 'radom{Enter}');
    await screen.findByRole('button', { name: 'Radom' });
    await user.keyboard('{ArrowDown}{Escape}');
    expect(await field()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Radom' })).not.toBeInTheDocument();
  });

  it('says if nothing was found', async () => {
    fakeServer({ [search]: { body: [] } });
    const user = await open();
    await user.type(await field(), 'nowhere{Enter}');
    expect(await screen.findByText('No place matches “nowhere”.')).toBeVisible();
  });

  it('says that the geocoder is not available, and retries', async () => {
    const server = fakeServer({ [search]: refusal(503, 'GEOCODER_UNAVAILABLE') });
    const user = await open();
    await user.type(await field(), 'radom{Enter}');
    expect(await screen.findByText(/The place search is not available right now/)).toBeVisible();
    server.handlers[search] = { body: [{ label: 'Radom', latitude: 51.4, longitude: 21.1 }] };
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('button', { name: 'Radom' })).toBeVisible();
  });

  it('starts with the machine’s address if no point is set', async () => {
    fakeServer({});
    const { user } = await renderTab(() => (
      <MapTab device={{ ...press, streetAddress: 'Wharf Road 3', city: 'Poznań' }} />
    ));
    await user.click(await screen.findByRole('button', { name: 'Set the point' }));
    expect(await field()).toHaveValue('Wharf Road 3, Poznań');
  });
});
