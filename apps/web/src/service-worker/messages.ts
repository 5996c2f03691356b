/** What the page says to the service worker. */
export type MessageToWorker = { type: 'take over' } | { type: 'language'; language: string };
