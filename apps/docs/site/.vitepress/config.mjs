import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { slug } from '../pages/page.mjs';
import { rulesGrammar } from './rules-grammar.mjs';

/** Written by `build.mjs` beforehand. */
const { sidebar } = JSON.parse(readFileSync(new URL('../../dist/source/site.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'Tamis',
  description:
    'Identity verification, risk scoring and transaction monitoring with a rules engine and its own language',
  base: '/docs/',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '../dist/source',
  outDir: '../dist/pages',
  cacheDir: '../dist/cache',
  cleanUrls: true,
  // This would write a style into the page, which the policy rejects.
  appearance: { disableTransition: false },
  metaChunk: true,
  markdown: {
    html: false,
    anchor: { slugify: slug },
    languages: [rulesGrammar],
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { logLevel: 'warn' },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '^/start/' },
      { text: 'Guides', link: '/guide/api', activeMatch: '^/guide/' },
      { text: 'Language', link: '/learn/', activeMatch: '^/(learn|cookbook)/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/(reference|errors)/' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Operate', link: '/operate/', activeMatch: '^/operate/' },
      { text: 'Playground', link: '/play' },
    ],
    sidebar,
    outline: [2, 2],
    search: {
      provider: 'local',
      options: {
        // The accessible label is the same as the visible text.
        translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search' } },
        // Fields of bodies are found by the name of their operation: including all of them would double the data loaded for a search.
        _render: (text, env, markdown) => {
          const { highlight } = markdown.options;
          // Highlighting is not searched, and takes most of the time.
          markdown.set({ highlight: null });
          const html = markdown.render(text, env);
          markdown.set({ highlight });
          return env.relativePath.startsWith('api/') ? html.replaceAll(/<(table|pre)[\s\S]*?<\/\1>/g, '') : html;
        },
        miniSearch: { searchOptions: { boost: { title: 6, titles: 2, text: 1 }, prefix: true, fuzzy: 0.1 } },
      },
    },
  },
});
