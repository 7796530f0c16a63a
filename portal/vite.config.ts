import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { wordChunkName, words } from './vite/words.ts'

/** What every page needs, in one file that changes only with its packages. */
const BASE =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?!react-virtual|virtual-core)[a-z-]+|openapi-fetch)[\\/]/

/**
 * What every page has loaded already, files of words, which need nothing else, and what is no component, which is small: the names
 * would be part of what each first page loads.
 */
const NOT_PRELOADED =
  /^assets\/(?:words\/|(?:base|first|rolldown-runtime|words-\w+)-|(?!ui|icons)[a-z][\w.-]*-[\w-]{8}\.js$)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), words],
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [mantine()] } },
  server: { proxy: { '/portal/api': 'http://localhost:8080' } },
  build: {
    target: 'es2022',
    sourcemap: false,
    // For the licences in the package of the service.
    license: { fileName: 'licenses.json' },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !NOT_PRELOADED.test(file)),
    },
    rolldownOptions: {
      output: {
        // Parts of Mantine need each other across files: whatever the files, modules run in their own order.
        strictExecutionOrder: true,
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${wordChunkName(facadeModuleId) ?? name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, tags: ['$initial'], priority: 4 },
            // What the log-in, the shell and the home of an employee are made of: the budget is in the journeys.
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'manager-navigation', test: /navigation\.manager\.ts/, priority: 2 },
            { name: 'icons', test: /@tabler/, priority: 2, entriesAware: true, entriesAwareMergeThreshold: 8000 },
            {
              name: 'ui',
              test: /@mantine|src[\\/]ui/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 2000,
            },
          ],
        },
      },
    },
  },
})
