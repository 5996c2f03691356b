/** Ends a server without cutting anybody off. */
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** For so long, clients that keep their connection are told to close it; after that, nothing new is accepted. In milliseconds. */
const farewell = 250;
/** An answer that takes longer is cut off. */
const longestAnswer = 10_000;

/**
 * Watches a server from its start.
 * @returns a function that ends it: what runs is finished, and each answer says that the connection closes
 */
export function drainable(server: Server): () => Promise<void> {
  const running = new Set<ServerResponse>();
  let isEnding = false;
  const sayGoodbye = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  // Before the application, which may answer at once.
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (isEnding) sayGoodbye(response);
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return async () => {
    isEnding = true;
    for (const response of running) sayGoodbye(response);
    for (let waited = 0; waited < farewell && (await countConnections(server)) > 0; waited += 25)
      await pause(25);
    await close(server);
  };
}

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => {
    server.getConnections((_error, count) => resolve(count ?? 0));
  });

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    // Answers that had begun before keep their connection, so these become idle only later.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const timer = setTimeout(() => server.closeAllConnections(), longestAnswer);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(timer);
      resolve();
    });
  });
