/** What the page says to the service worker. */
export type MessageToWorker = { type: 'take over' } | { type: 'language'; language: string };

/** What the page asks the browser to have done by the worker as soon as there is a network. */
export const sendWaiting = 'send what waits';
