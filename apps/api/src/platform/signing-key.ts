/** Keys that an installation makes for itself at its first start. They lie in a folder that all its servers share. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface SigningKey {
  /** SHA-256 of the public key, as hex: says which installation has signed. */
  id: string;
  /** DER (SubjectPublicKeyInfo), as Base64. */
  publicKey: string;
  /** Ed25519, as Base64. */
  sign(content: Uint8Array): string;
  verify(content: Uint8Array, signature: string): boolean;
}

/** Opens a key, or makes it. @param place the file; its folder is created if missing */
export async function openSigningKey(place: string): Promise<SigningKey> {
  const privateKey = createPrivateKey(await readOrMake(place));
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    id: createHash('sha256').update(der).digest('hex'),
    publicKey: der.toString('base64'),
    sign: (content) => sign(null, content, privateKey).toString('base64'),
    verify: (content, signature) => verify(null, content, publicKey, Buffer.from(signature, 'base64')),
  };
}

async function readOrMake(place: string): Promise<string> {
  const known = await readFile(place, 'utf8').catch(ifMissing);
  if (known !== null) return known;
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const temporary = `${place}.${randomUUID()}`;
  await writeFile(temporary, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flush: true,
  });
  try {
    // Of several servers that start at once, the first one's key stands: a link never replaces a file.
    await link(temporary, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(place, 'utf8');
}

const ifMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};
