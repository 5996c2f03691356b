import { noteContract } from '@servicebook/shared/note';
import { toPage } from '@servicebook/shared/primitives';
import { todoContract } from '@servicebook/shared/todo';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { sessionUser } from '../testing/render-app.tsx';
import { apiOf, http } from './api-client.ts';
import { checkAuth } from './check-auth.ts';
import { i18n, startI18n } from './i18n.ts';
import { type Phone, setPhoneCode } from './phone.ts';
import { queryClient } from './query-client.ts';
import { sessionKey } from './session-key.ts';
import { isStored } from './stored-answers.ts';
import { keepUntold, untoldLanguage } from './untold-language.ts';

const api = apiOf(noteContract);
const call = 'GET /api/deviceNote/findByIdDevice/5';
const checkAuthCall = 'GET /api/user/check-auth';
const read = () => api.findByDevice({ params: { deviceId: 5 } });
const takenAt = '2026-11-23T14:05:00.000Z';

/** A phone that has one answer, or none. */
function phoneWith(data: unknown) {
  const phone = {
    answer: vi.fn<Phone['answer']>(async () => (data === undefined ? null : { data, takenAt })),
    note: vi.fn<Phone['note']>(async () => {}),
    remember: vi.fn<Phone['remember']>(async () => {}),
    erase: vi.fn<Phone['erase']>(async () => {}),
    isTooLongAway: async () => false,
  };
  setPhoneCode(async () => phone);
  return phone;
}

beforeAll(() => startI18n());
beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(sessionKey, sessionUser());
});
afterEach(() => {
  setPhoneCode(null);
  vi.useRealTimers();
});

describe('A change that the server has carried out', () => {
  it('is known to the phone at once, with its answer; a search and a refusal are not', async () => {
    const phone = phoneWith(undefined);
    const todos = apiOf(todoContract);
    const body = { id: 12, toDoStatus: 'DONE' as const };
    const status = 'PATCH /api/todo/status';
    const server = fakeServer({ [status]: { body }, 'POST /api/todo/search': { body: toPage([], 0, 0, 5) } });
    await todos.search({ body: {} });
    await todos.setStatus({ body });
    await vi.waitFor(() => expect(phone.note).toHaveBeenCalled());
    server.handlers[status] = refusal(403, 'NO_PERMISSION');
    await expect(todos.setStatus({ body })).rejects.toMatchObject({ status: 403 });
    const call = { method: 'patch', path: '/api/todo/status', query: {}, body };
    expect(phone.note.mock.calls).toEqual([[call, body, sessionUser()]]);
  });
});

describe('A call', () => {
  it('is answered by the server if it answers', async () => {
    const phone = phoneWith([{ id: 1 }]);
    fakeServer({ [call]: { body: [{ id: 2 }] } });
    expect(await read()).toEqual([{ id: 2 }]);
    expect(phone.answer).not.toHaveBeenCalled();
  });

  it('is answered by the phone if there is no connection', async () => {
    const phone = phoneWith([{ id: 1 }]);
    fakeServer({ [call]: 'no connection' });
    expect(await read()).toEqual([{ id: 1 }]);
    expect(phone.answer).toHaveBeenCalledWith(
      { method: 'get', path: '/api/deviceNote/findByIdDevice/5', query: {}, body: undefined },
      sessionUser(),
    );
  });

  it.each([
    ['its database is away', refusal(503, 'UNAVAILABLE')],
    ['a proxy answers in its place', { status: 502, body: '<html>Bad gateway</html>' }],
  ])('is answered by the phone if the server cannot work: %s', async (_, answer) => {
    phoneWith([{ id: 1 }]);
    fakeServer({ [call]: answer });
    expect(await read()).toEqual([{ id: 1 }]);
  });

  it('is refused by the server if it can work, but not what it asks another one for', async () => {
    const phone = phoneWith([{ id: 1 }]);
    fakeServer({ [call]: refusal(503, 'SEAL_UNAVAILABLE') });
    await expect(read()).rejects.toMatchObject({ code: 'SEAL_UNAVAILABLE' });
    expect(phone.answer).not.toHaveBeenCalled();
  });

  it('is not answered by the phone if it is compared with what waits here', async () => {
    const phone = phoneWith([{ id: 1 }]);
    fakeServer({ [call]: 'no connection' });
    const asked = http.get('/api/deviceNote/findByIdDevice/5', { fromOutbox: true });
    await expect(asked).rejects.toMatchObject({ code: 'CONNECTION' });
    expect(phone.answer).not.toHaveBeenCalled();
  });

  it('goes to the phone at once if the browser knows of no network', async () => {
    phoneWith([{ id: 1 }]);
    const server = fakeServer({ [call]: 'no connection' });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await read()).toEqual([{ id: 1 }]);
    expect(server.requests).toEqual([]);
  });

  it('fails as before if the phone has no answer', async () => {
    phoneWith(undefined);
    fakeServer({ [call]: 'no connection' });
    await expect(read()).rejects.toMatchObject({ code: 'CONNECTION' });
  });

  it('is refused by the server, whatever the phone has', async () => {
    const phone = phoneWith([{ id: 1 }]);
    fakeServer({ [call]: { status: 404, body: { code: 'NOT_FOUND', message: 'NOT_FOUND' } } });
    await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(phone.answer).not.toHaveBeenCalled();
  });

  it('is answered by the phone if the server is silent; what the server says later is taken', async () => {
    phoneWith([{ id: 1 }]);
    const server = fakeServer({ [call]: 'no connection' });
    vi.useFakeTimers();
    const { http } = await import('./api-client.ts');
    let speak = () => {};
    const asked = vi.fn();
    http.defaults.adapter = (config) => {
      asked();
      return new Promise((resolve) => {
        speak = () => resolve({ data: [{ id: 2 }], status: 200, statusText: '', headers: {}, config });
      });
    };
    const first = read();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await first).toEqual([{ id: 1 }]);
    speak();
    await vi.advanceTimersByTimeAsync(0);
    expect(await read()).toEqual([{ id: 2 }]);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(server.requests).toEqual([]);
  });

  it('is asked again if something was changed before the late answer', async () => {
    phoneWith([{ id: 1 }]);
    fakeServer({ [call]: 'no connection' });
    vi.useFakeTimers();
    const { http } = await import('./api-client.ts');
    const answers: (() => void)[] = [];
    http.defaults.adapter = (config) => {
      const answer = { data: [{ id: answers.length + 2 }], status: 200, statusText: '', headers: {}, config };
      if (config.method !== 'get') return Promise.resolve(answer);
      return new Promise((resolve) => answers.push(() => resolve(answer)));
    };
    const first = read();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await first).toEqual([{ id: 1 }]);
    await http.put('/api/device/update', {}, { fromOutbox: true });
    answers[0]?.();
    const second = read();
    await vi.advanceTimersByTimeAsync(0);
    answers[1]?.();
    expect(await second).toEqual([{ id: 3 }]);
  });

  it('that was answered by the phone is asked again once the server answers', async () => {
    phoneWith([{ id: 1 }]);
    const handlers: Parameters<typeof fakeServer>[0] = { [call]: 'no connection' };
    fakeServer(handlers);
    const query = { queryKey: ['note', 5], queryFn: read };
    expect(await queryClient.fetchQuery(query)).toEqual([{ id: 1 }]);
    handlers[call] = { body: [{ id: 2 }] };
    await read();
    expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  });
});

describe('Who is signed in', () => {
  it('is remembered from each answer of the server', async () => {
    const phone = phoneWith(undefined);
    fakeServer({ [checkAuthCall]: { body: sessionUser() } });
    await checkAuth();
    await vi.waitFor(() => expect(phone.remember).toHaveBeenCalledWith(sessionUser()), { timeout: 15_000 });
  });

  it('is known without a connection, and not renewed by that', async () => {
    const phone = phoneWith(sessionUser());
    fakeServer({ [checkAuthCall]: 'no connection' });
    expect(await checkAuth()).toEqual(sessionUser());
    expect(phone.remember).not.toHaveBeenCalled();
  });

  it('has a language that was chosen without a connection, and the server is told when it answers', async () => {
    const tell = 'PATCH /api/user/language';
    const server = fakeServer({ [checkAuthCall]: { body: sessionUser() }, [tell]: 'no connection' });
    keepUntold({ ...sessionUser(), id: 2 }, 'it');
    expect(await checkAuth()).toMatchObject({ language: 'en' });
    keepUntold(sessionUser(), 'de');
    expect(await checkAuth()).toMatchObject({ id: 1, language: 'de' });
    expect(untoldLanguage(sessionUser())).toBe('de');
    server.handlers[tell] = {};
    expect(await checkAuth()).toMatchObject({ language: 'de' });
    expect(server.requests.filter(({ call: asked }) => asked === tell).at(-1)?.query).toEqual({
      language: 'de',
    });
    expect(untoldLanguage(sessionUser())).toBeNull();
    expect(await checkAuth()).toMatchObject({ language: 'en' });
  });

  it('has the language that was chosen last in this browser, as long as the phone answers', async () => {
    await i18n.changeLanguage('de');
    phoneWith(sessionUser());
    fakeServer({ [checkAuthCall]: 'no connection' });
    const user = await checkAuth();
    expect(user).toMatchObject({ id: 1, language: 'de' });
    expect(user && isStored(user)).toBe(true);
    setPhoneCode(null);
    fakeServer({ [checkAuthCall]: { body: sessionUser() } });
    expect(await checkAuth()).toMatchObject({ id: 1, language: 'en' });
    await i18n.changeLanguage('en');
  });

  it('is nobody if the server says so, and everything stored is erased first', async () => {
    const phone = phoneWith(sessionUser());
    fakeServer({ [checkAuthCall]: { status: 401, body: { code: 'NOT_SIGNED_IN', message: '' } } });
    expect(await checkAuth()).toBeNull();
    expect(phone.erase).toHaveBeenCalledTimes(1);
  });

  it('is nobody after any call is refused with 401', async () => {
    const phone = phoneWith([]);
    fakeServer({ [call]: { status: 401, body: { code: 'NOT_SIGNED_IN', message: '' } } });
    await expect(read()).rejects.toMatchObject({ status: 401 });
    await vi.waitFor(() => expect(phone.erase).toHaveBeenCalledTimes(1), { timeout: 15_000 });
  });
});
