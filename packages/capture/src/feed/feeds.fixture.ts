/** Feeds of every format with the habits that feeds have, all written here. */

export const FEED_URL = "https://feeds.example/news.xml";

/** RSS 2.0 as it should be. */
export const RSS = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
  <title>The Herald</title><link>https://herald.example/</link>
  <atom:link href="https://feeds.example/news.xml" rel="self" type="application/rss+xml"/>
  <description>News of the town</description><language>en-GB</language><ttl>60</ttl>
  <image><url>https://herald.example/logo.png</url><title>Logo</title><link>https://herald.example/logo</link></image>
  <item><title>Bridge opens</title><link>https://herald.example/1</link><guid isPermaLink="false">herald-1</guid>
    <pubDate>Wed, 18 Nov 2026 08:30:00 GMT</pubDate><dc:creator>Ada</dc:creator>
    <description><![CDATA[<p>The bridge is <b>open</b>.</p><img src="/bridge.jpg" width="600">]]></description>
    <media:thumbnail url="https://herald.example/small.jpg"/></item>
  <item><title>Rain &amp; wind</title><link>https://herald.example/2</link><guid>https://herald.example/2</guid>
    <pubDate>Tue, 17 Nov 2026 10:00:00 +0200</pubDate><author>bob@herald.example (Bob)</author>
    <description>It rains.</description>
    <enclosure url="https://herald.example/rain.mp3" type="audio/mpeg" length="1000"/></item>
</channel></rss>`;

export const ATOM = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/posts/" xml:lang="de">
  <title type="html">Notes &amp;amp; &lt;i&gt;more&lt;/i&gt;</title><subtitle>of a gardener</subtitle>
  <link rel="self" href="feed.atom"/><link href="/"/><icon>/favicon.svg</icon>
  <id>tag:blog.example,2026:feed</id><updated>2026-11-18T09:00:00Z</updated>
  <entry><title>Roses</title><id>tag:blog.example,2026:1</id><link href="roses.html"/>
    <link rel="enclosure" type="image/png" href="../rose.png"/>
    <published>2026-11-17T12:00:00+01:00</published><updated>2026-11-18T09:00:00Z</updated>
    <author><name>Grete</name><uri>https://blog.example/grete</uri></author>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Cut them <em>now</em>.</p><p>Or later.</p></div></content>
  </entry>
  <entry xml:base="2025/"><title type="text">1 &lt; 2</title><id>tag:blog.example,2025:2</id><link rel="alternate" href="tulips"/>
    <updated>2025-03-01</updated><summary type="html">&lt;p&gt;Plant &lt;b&gt;them&lt;/b&gt;&lt;/p&gt;</summary></entry>
</feed>`;

export const RDF = `<?xml version="1.0" encoding="ISO-8859-1"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
<channel rdf:about="https://old.example/"><title>Old</title><link>https://old.example/</link><description>d</description>
  <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>
  <items><rdf:Seq><rdf:li resource="https://old.example/a"/></rdf:Seq></items></channel>
<item rdf:about="https://old.example/a"><title>Aé</title><link>https://old.example/a</link>
  <dc:date>2026-11-01T10:00+01:00</dc:date><dc:creator>Zoë</dc:creator></item>
</rdf:RDF>`;

export const RSS_091 = `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><title>Ancient</title><link>http://ancient.example/</link>
<item><title>One</title><link>/one</link></item><item><title>Two</title><link>two?a=1&b=2</link></item></channel></rss>`;

export const JSON_FEED = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "Micro",
  home_page_url: "https://micro.example/",
  favicon: "https://micro.example/f.ico",
  items: [
    {
      id: 7,
      url: "https://micro.example/7",
      content_html: "<p>No title here, only <a href='x'>words</a></p><p>and more</p>",
      date_published: "2026-11-18T01:02:03-05:00",
      authors: [{ name: "Lin" }],
      image: "https://micro.example/7.webp",
    },
    { id: "8", external_url: "https://else.example/8", title: "A < B", content_text: "1 < 2\nnext" },
  ],
});

/** What cannot be well formed and is published all the same. */
export const UGLY = `

<rss version="2.0"><channel><title>Ugly &nbsp; feed &copy;</title><link> https://ugly.example/blog/ </link>
<item><title>Forgot to close<link>https://ugly.example/1</link><pubDate>18.11.2026 07:15</pubDate></item>
<item><title>Tom &amp;amp; Jerry &amp;lt;3</title><guid>a</guid><link>relative/2</link><pubDate>yesterday</pubDate>
<description>&amp;lt;p&amp;gt;Twice &amp;lt;b&amp;gt;escaped&amp;lt;/b&amp;gt;&amp;lt;/p&amp;gt;</description></item>
<item><title></title><description>Only <b>bare</b> markup <br> & an ampersand</description><pubDate>Di, 17 November 2026 9:05 CET</pubDate></item>
<item><title>No link, no id</title></item>
<item><title>Same guid</title><guid>a</guid></item>
<item></item>
</channel></rss> trailing words`;
