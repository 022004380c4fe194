/** Pages whose tree is hard to get right, each written for one habit of browsers. */
const nested = (tag: string, depth: number) => `<${tag}>`.repeat(depth);

export const TRICKY_PAGES: Readonly<Record<string, string>> = {
  "nothing at all": "",
  "words without markup": "plain words &amp; nothing else",
  "unclosed tags": "<!doctype html><title>T</title><ul><li>one<li>two<p>three<p>four<dl><dt>five<dd>six</ul>after",
  "end tags without start": "</div></p></br></table></body>still here</html>and here",
  "misnested formatting": "<p>1<b>2<i>3</b>4</i>5<p>6<a href=1>7<div>8<a href=2>9</div>10</a>11",
  "formatting over tables": "<b>1<table><tr><td>2<i>3</table>4</b>5<table><b>6<tr><td>7</b>8</table>9",
  "stray content in a table": "<table>one<tr>two<td>three</td>four</tr><p>five</p><caption>six</caption>seven</table>",
  "stray end tags in a table": "<table><tr><td>1</td></thead><td>2</td></tbody></table></td><td>3",
  "tables in tables": "<table><tr><td><table><tr><td>1<td>2</table>3<td>4<table>5</table></table>6",
  "table in a paragraph, quirks": "<p>one<table><tr><td>two</table>three",
  "table in a paragraph, standard": "<!doctype html><p>one<table><tr><td>two</table>three",
  "hidden inputs and forms in a table": "<table><form><tr><input type=hidden><td><input><form>x</form></table><form>y",
  "column groups": "<table><col><col><tr><td>1</table><table><colgroup>x<col></colgroup><tbody>2</table>",
  templates: "<p>a<template><tr><td>hidden</template>b<table><template><tr><td>x</template><tr><td>c</table>",
  "template with half a table": "<table><caption><template><tr><table><th>x</template>seen</table>after",
  svg: "<svg viewbox='0 0 1 1'><g><text>one<tspan>two</text><foreignObject><div>three</div></foreignObject><p>four",
  "svg with style and title": "<svg><style>a{}</style><title>t<b>u</title><desc>d<p>e</desc><path d=x />f</svg>g",
  math: "<math><mi>x<mo>+</mo><mtext>t<b>u</b></mtext><annotation-xml encoding='text/html'><p>v</annotation-xml><div>w",
  frames: "<frameset cols=*><frame src=a><frameset><frame src=b></frameset><noframes><p>x</noframes></frameset>y",
  "frames after text": "<p>text first<frameset><frame></frameset>after",
  "frames after white space": "<div> <br></div><frameset><frame></frameset>",
  "select with anything": "<select><div>a<option>b<p>c<optgroup>d<option>e<hr>f<b>g</select>h</b>i",
  "select in a table": "<table><tr><td><select><option>1<tr><td>2</select>3</table><select><input>4",
  "select in select": "<select><option>1<select><option>2</select>3",
  "raw text":
    "<textarea>\n\n<b>x</b>&amp;</textarea><xmp><b></xmp><iframe><p></iframe><noembed><i></noembed><title><u></title>",
  "plain text to the end": "<p>a<plaintext>b</plaintext></p><i>c",
  "scripts and styles":
    "<p>a<script>document.write('<p>x')</script>b<style>p{}</style>c<script><!-- <script> </script> --></script>d",
  "noscript in head and body":
    "<head><noscript><link rel=x><style>a{}</style></noscript><title>T</title><body>a<noscript><p>b</p></noscript>c",
  "late head and body": "<p>a<head><title>b</title><body class=x>c<html lang=en><meta>d<body id=y>e",
  "headings and buttons": "<h1>a<h2>b</h1>c<button>d<button>e<p>f</button>g</p>h",
  rubies: "<ruby>a<rb>b<rt>c<rp>d<rtc>e<rt>f</ruby>g",
  "definition and menu": "<menu><li>a<dl><dt>b<dd>c<dt>d</dl><li>e</menu><details><summary>f<p>g</details>",
  "old elements":
    "<center>a<font color=red>b<marquee>c</font>d</marquee>e<nobr>f<nobr>g<image src=x><isindex>h<listing>\ni",
  entities:
    "&lt;&ltx&amp;amp&notit;&notin;&#x41;&#0;&#128;&#xd800;&#x110000;&bogus;&copy;&copyx=1<a href='?a&copy=1&copy'>x",
  "null characters": "\0<title>a\0b</title><p>c\0d<svg>e\0f</svg><table>\0g<tr><td>\0h</table>",
  "broken encodings":
    '<p title="\ud800">\ufffd\ufffd lone \udc00 surrogates \ufffe and \u0001\u0080 controls \ufeff mark',
  "comments that go wrong": "a<!-->b<!--->c<!-- -- d --!>e<!doctype x>f<?php echo ?>g</ >h<!x>i<![CDATA[j]]>k<!--",
  "attributes that go wrong": "<p a=1 A=2 'b\" =c d= =e f='x\" g=y>h</p class=i><p/id=j/>k<p <i>l",
  "600 levels, and back": `${"<div>a".repeat(600)}${"</div>b".repeat(600)}`,
  "10,000 levels": `${nested("div", 10_000)}deepest<br>`,
  "10,000 levels of formatting": `${nested("b", 10_000)}deepest<p>x</b>y`,
  "images at the deepest level": "<span>x<img>".repeat(700),
  "a table at the deepest level": `${nested("div", 510)}<table><tr>foster<td>in<div>deep<b>q</table>after`,
  "svg and select at the deepest level": `${nested("div", 508)}<svg><g><g><g><g></svg><select><option>a<option>b</select>c`,
};
