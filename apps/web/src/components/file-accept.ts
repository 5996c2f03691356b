/** Whether a file matches an `accept` list (`image/*`, `application/pdf`, `.docx`). */
export function acceptsFile(file: Pick<File, 'name' | 'type'>, accept: string | undefined): boolean {
  const acceptedTypes = (accept ?? '')
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean);
  if (acceptedTypes.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return acceptedTypes.some((item) => {
    if (item.startsWith('.')) return name.endsWith(item);
    // Most systems report no type for iPhone photos.
    if (item === 'image/*' && /\.hei[cf]$/.test(name)) return true;
    if (item.endsWith('/*')) return type.startsWith(item.slice(0, -1));
    return type === item;
  });
}

/** Whether the list accepts pictures, so that offering the camera makes sense. */
export const acceptsImages = (accept: string | undefined): boolean =>
  acceptsFile({ name: 'photo.jpg', type: 'image/jpeg' }, accept);
