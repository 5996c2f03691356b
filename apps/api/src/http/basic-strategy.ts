import type { Request } from 'express';
import { Strategy } from 'passport';

/** Reads HTTP Basic credentials (RFC 7617, UTF-8). The sign-in service checks them. */
export class BasicStrategy extends Strategy {
  override name = 'basic';
  override authenticate(request: Request): void {
    const match = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(request.get('Authorization') ?? '');
    const text = match?.[1] ? Buffer.from(match[1], 'base64').toString('utf8') : null;
    const colon = text?.indexOf(':') ?? -1;
    if (text === null) this.pass();
    else if (colon < 0) this.fail(400);
    else this.success({ username: text.slice(0, colon), password: text.slice(colon + 1) });
  }
}
