/** The logo: an open service book with a ticked entry. Same drawing as public/favicon.svg. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#146a87" />
      <path d="M7.5 9c3-1 5.7-.8 8 .8v14c-2.3-1.6-5-1.8-8-.8z" fill="#fff" />
      <path d="M24.5 9c-3-1-5.7-.8-8 .8v14c2.3-1.6 5-1.8 8-.8z" fill="#fff" fillOpacity=".78" />
      <path
        d="m18.4 15.8 1.6 1.6 2.7-3.1"
        fill="none"
        stroke="#0f566e"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
