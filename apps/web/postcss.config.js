/** Breakpoints of the product, in the one place CSS can read them; theme.ts has the same. */
export default {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      variables: {
        phone: '37.5em',
        desktop: '56.25em',
        wide: '93.75em',
      },
    },
  },
};
