/**
 * Express tries its routes one after the other, and there are hundreds. So those of an area, such as /api/device, have a
 * router of their own, and a request is compared with these alone.
 */
import { type IRouter, type RequestHandler, Router } from 'express';

/** The beginning of a path. Express, too, takes capital letters for small ones. */
const areaOf = (path: string): string => path.split('/', 3).join('/').toLowerCase();

/** @param app for paths outside the API */
export function createAreas(app: IRouter): { routerFor(path: string): IRouter; serve: RequestHandler } {
  const areas = new Map<string, Router>();
  return {
    routerFor(path) {
      if (!path.startsWith('/api/')) return app;
      const known = areas.get(areaOf(path)) ?? Router();
      areas.set(areaOf(path), known);
      return known;
    },
    serve(request, response, next) {
      // A router answers OPTIONS by itself, and our pages never ask.
      const router = request.method === 'OPTIONS' ? undefined : areas.get(areaOf(request.path));
      if (router) router(request, response, next);
      else next();
    },
  };
}
