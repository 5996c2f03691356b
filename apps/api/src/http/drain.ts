/** Ends a server without cutting anybody off. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** For so long, clients may use the connection that they keep: the answer tells them to close it. In milliseconds. */
const farewell = 250;
/** An answer that takes longer is cut off. */
const longestAnswer = 10_000;

/**
 * Watches a server from its start.
 * @returns a function that ends it: what runs is finished, and each answer says that the connection closes
 */
export function drainable(server: Server): () => Promise<void> {
  const running = new Set<ServerResponse>();
  /** Connections that browsers have opened in case they need one. */
  const unused = new Set<Socket>();
  let isEnding = false;
  const sayGoodbye = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // Before the application, which may answer at once.
  server.prependListener('request', (request, response: ServerResponse) => {
    unused.delete(request.socket);
    if (isEnding) sayGoodbye(response);
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return async () => {
    isEnding = true;
    for (const response of running) sayGoodbye(response);
    // Not the close of an HTTP server, which cuts connections that are about to be used again.
    const ended = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    for (let waited = 0; waited < farewell && (await countConnections(server)) > 0; waited += 25)
      await pause(25);
    // Answers that had begun before keep their connection, so these become idle only later.
    const idle = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    const timer = setTimeout(() => server.closeAllConnections(), longestAnswer);
    await ended;
    clearInterval(idle);
    clearTimeout(timer);
    server.close();
  };
}

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => {
    server.getConnections((_error, count) => resolve(count ?? 0));
  });
