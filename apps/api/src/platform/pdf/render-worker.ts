/** Runs in a rendering thread: imports the kind's module once and hands its bytes back without a copy. */
import { move } from 'piscina';

export interface RenderTask {
  module: string;
  export: string;
  input: unknown;
}

export default async function render(task: RenderTask): Promise<unknown> {
  const module: Record<string, unknown> = await import(task.module);
  const draw = module[task.export];
  if (typeof draw !== 'function') throw new Error(`${task.module} exports no function ${task.export}`);
  const bytes: Uint8Array<ArrayBuffer> = await draw(task.input);
  return move(bytes);
}
