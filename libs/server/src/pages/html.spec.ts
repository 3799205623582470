import { Html, html, htmlTemplate } from './html.js';

describe('a template of HTML', () => {
  test('escapes values in text and in attributes', () => {
    const evil = `"><script>alert('x') & more</script>`;
    expect(html`<a title="${evil}">${evil}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;) &amp; more&lt;/script&gt;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;) &amp; more&lt;/script&gt;</a>',
    );
  });

  test('takes HTML as it is, joins lists and leaves out what is absent', () => {
    const items = ['a<b', 2].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}${null}${undefined}${false}${new Html('<hr>')}</ul>`.text).toBe(
      '<ul><li>a&lt;b</li><li>2</li><hr></ul>',
    );
  });
});

describe('an HTML template', () => {
  test('escapes its values, and repeats them', () => {
    const fill = htmlTemplate('<a href="/{{id}}">{{text}}</a> {{note}}{{id}}');
    const note = html`<b>!</b>`;
    expect(fill({ id: '"1"', text: '<2>', note, unused: 3 }).text).toBe(
      '<a href="/&quot;1&quot;">&lt;2&gt;</a> <b>!</b>&quot;1&quot;',
    );
  });

  test('fails without a value for a place', () => {
    expect(() => htmlTemplate('{{title}}')()).toThrow('no value for title');
  });
});
