import DefaultTheme from 'vitepress/theme-without-fonts';
import { withBase } from 'vitepress';
import { defineComponent, h, onMounted } from 'vue';
import './site.css';

/** The playground page: its scripts are built separately, and loaded only with it. */
const Playground = defineComponent({
  setup() {
    const script = withBase('/playground/playground.js');
    onMounted(() => import(/* @vite-ignore */ script));
    return () => h('main', { class: 'playground' }, [h('h1', 'Playground'), h('tamis-playground')]);
  },
});

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Playground', Playground);
  },
};
