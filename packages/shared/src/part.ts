import { z } from 'zod';
import { endpoint } from './contract.ts';
import { id, idParams, idText, optionalLine, optionalText, reference, requiredLine } from './primitives.ts';

/** A part built into a machine. The misspelt description is its name on the wire. */
export const Part = z.object({
  id: z.number(),
  name: z.string(),
  serialNumber: z.string(),
  producer: z.string(),
  decsription: z.string(),
  device: z.object({ id: z.number() }),
  userCreated: z.object({ id: z.number() }),
});
export type Part = z.infer<typeof Part>;

export const PartInput = z.strictObject({
  id: id.nullish().transform((value) => value ?? null),
  name: requiredLine(200, 'NAME_EMPTY'),
  serialNumber: optionalLine(100),
  producer: optionalLine(200),
  decsription: optionalText(5000),
  device: reference,
});
export type PartInput = z.output<typeof PartInput>;

export const partContract = {
  findByDevice: endpoint({
    method: 'get',
    path: '/api/part/findByDevice/{deviceId}',
    summary: 'All parts of a machine',
    access: 'account.read',
    params: z.strictObject({ deviceId: idText }),
    response: z.array(Part),
  }),
  save: endpoint({
    method: 'post',
    path: '/api/part/save',
    summary: 'Adds a part, or changes it when an id is given',
    access: 'part.edit',
    body: PartInput,
    response: Part,
    idempotent: true,
  }),
  delete: endpoint({
    method: 'delete',
    path: '/api/part/delete/{id}',
    summary: 'Deletes a part: one’s own, or any for an admin',
    access: 'part.delete',
    params: idParams,
    response: 'empty',
  }),
};
