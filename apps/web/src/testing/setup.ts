import '@testing-library/jest-dom/vitest';
import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Pages load lazily, and the first one may take long on a busy machine.
configure({ asyncUtilTimeout: 5000 });

// Browser features that Mantine needs and jsdom lacks. Reduced motion is on, so nothing is half faded in.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (media: string) => ({
    matches: media.includes('prefers-reduced-motion'),
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }),
});
// Nothing is preloaded, because it would compete with the test.
Object.defineProperty(navigator, 'connection', {
  configurable: true,
  value: { saveData: true, addEventListener: () => {}, removeEventListener: () => {} },
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Growing text fields measure again when fonts arrive.
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener: () => {}, removeEventListener: () => {} },
});
window.HTMLElement.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
// Code files that the app loads without `import` are there; calls of the API use axios.
window.fetch = async () => new Response();

// A React warning, or a failed assertion in a callback, fails the test instead of being only logged.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    throw new Error(parts.map(String).join(' '));
  });
});

afterEach(() => {
  cleanup();
  cleanNotificationsQueue();
  cleanNotifications();
  localStorage.clear();
  // What was read from it is read anew.
  window.dispatchEvent(new StorageEvent('storage'));
  vi.restoreAllMocks();
});
