import '@testing-library/jest-dom/vitest';
import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Pages load lazily; a busy machine takes its time over the first.
configure({ asyncUtilTimeout: 5000 });

// Browser features that Mantine needs and jsdom lacks. These users want no motion, so nothing is half faded in.
Object.defineProperty(window, 'matchMedia', {
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
// Nothing is loaded ahead: a story would compete with it.
Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Growing text fields measure again when fonts arrive.
Object.defineProperty(document, 'fonts', {
  value: { addEventListener: () => {}, removeEventListener: () => {} },
});
window.HTMLElement.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

// A message of React's, or a failed assertion in a callback, fails the test instead of scrolling by.
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
  vi.restoreAllMocks();
});
