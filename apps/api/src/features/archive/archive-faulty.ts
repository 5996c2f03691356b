import type { ArchiveFault, ArchiveFaultCode } from '@servicebook/shared/archive';

/** An archive that is refused. Nothing of it is written. */
export class Faulty extends Error {
  override name = 'Faulty';
  readonly fault: ArchiveFault;
  constructor(code: ArchiveFaultCode, file = '', row: number | null = null, cause?: unknown) {
    super(`${code} ${file} ${row ?? ''}`, { cause });
    this.fault = { code, file, row };
  }
}
