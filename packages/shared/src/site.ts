/** The public pages, which search engines may list: address, and the name of the texts in site.json. */
export const publicPages = [
  { path: '/', name: 'landing' },
  { path: '/sh-home', name: 'landing' },
  { path: '/pricing', name: 'pricing' },
  { path: '/mobile-app', name: 'mobile' },
  { path: '/about-us', name: 'about' },
  { path: '/conditions', name: 'terms' },
  { path: '/rodo', name: 'privacy' },
  { path: '/Security', name: 'security' },
  { path: '/login', name: 'login' },
  { path: '/register', name: 'register' },
] as const;
