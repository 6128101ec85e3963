/// The style sheet and the script of the page.
enum PageStyle {
  /// The style: type, tables and figures, in light and dark, on a screen, on a phone and in print.
  static var sheet: String {
    """
    :root{color-scheme:light dark;\(FigureStyle.variables(\.light));--soft:#f5f6f8;--link:#1a5fb4}
    @media(prefers-color-scheme:dark){:root{\(FigureStyle.variables(\.dark));--soft:#1d2128;--link:#7db4f0}}
    \(FigureStyle.rules)
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 \(FigureStyle.fonts)}
    main,header,footer{max-width:1120px;margin:0 auto;padding:0 24px}
    header{padding-top:40px}
    h1{font-size:30px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em;text-wrap:balance}
    h2{font-size:23px;line-height:1.25;margin:0 0 4px;padding-top:26px;border-top:2px solid var(--ink);overflow-wrap:anywhere}
    h3{font-size:17px;margin:34px 0 8px}
    p{margin:8px 0;max-width:76ch}
    section{margin-top:52px}
    .facts,.note{color:var(--muted);font-size:14px}
    .note{max-width:110ch}
    .summary{font-size:18px;line-height:1.5;margin:14px 0 20px}
    a{color:var(--link)}
    code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;font-size:.88em;background:var(--soft);padding:.08em .3em;border-radius:3px;overflow-wrap:anywhere}
    pre{background:var(--soft);padding:14px 16px;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px}
    pre code{background:none;padding:0}
    nav{font-size:14px;margin:14px 0 0;display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center}
    nav select{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--grid);border-radius:5px;padding:3px 6px}
    figure{margin:0}
    figcaption{font-size:13.5px;line-height:1.45;color:var(--muted);margin:6px 0 0;max-width:100ch}
    .figure{display:block;width:100%;height:auto}
    .quad{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(440px,100%),1fr));gap:30px 36px;margin:18px 0 8px}
    .quad .figure{max-width:620px}
    .maps figcaption{max-width:none}
    .maps{margin:16px 0 30px}
    .maps .panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(310px,100%),1fr));gap:20px 26px}
    .maps .figure{max-width:460px}
    .wide .figure{max-width:960px}.wide,.film,.trio{margin:14px 0 26px}
    .wide .panels,.film .panels{display:grid;gap:22px}
    .trio .panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(330px,100%),1fr));gap:20px 26px}
    .trio .figure{max-width:520px}
    .contents{margin:0 0 8px;padding:7px 12px;background:var(--soft);border-radius:6px}
    .copy{position:relative}.copy button{position:absolute;top:8px;right:8px;font:inherit;font-size:13px;color:inherit;background:var(--paper);border:1px solid var(--grid);border-radius:5px;padding:2px 10px;cursor:pointer}
    .copy pre{padding-right:84px}
    a:focus-visible,button:focus-visible,summary:focus-visible,select:focus-visible{outline:2px solid var(--link);outline-offset:2px}
    .scroll{overflow-x:auto;margin:6px 0 0}
    table{border-collapse:collapse;font-size:14px;line-height:1.4;font-variant-numeric:tabular-nums}
    .table{margin:10px 0}
    .span{text-align:center;border-bottom:1px solid var(--grid);padding-left:10px}
    small{color:var(--muted)}
    th,td{padding:5px 14px 5px 0;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--grid)}
    thead th{border-bottom:1.5px solid var(--muted);font-weight:600;vertical-align:bottom}
    thead tr:first-child:not(:last-child) th{border-bottom:1px solid var(--grid)}
    tbody th{font-weight:400}
    .number{text-align:right;padding-left:10px}
    td.number{white-space:nowrap}
    table code{background:none;padding:0;overflow-wrap:normal}
    .breaking{min-width:22em}
    .breaking code{overflow-wrap:anywhere}
    dl{display:grid;grid-template-columns:minmax(7em,max-content) 1fr;gap:6px 22px;margin:12px 0;max-width:92ch}
    dt{font-weight:600}
    dd{margin:0}
    details{margin:14px 0}
    summary{cursor:pointer;font-weight:600}
    ul{padding-left:1.3em;max-width:86ch}
    .warning{border-left:3px solid #c43247;background:var(--soft);padding:8px 14px;margin:14px 0;max-width:86ch}
    .warning p{margin:4px 0}
    footer{margin-top:60px;padding-top:14px;padding-bottom:40px;color:var(--muted);font-size:13.5px}
    [hidden]{display:none!important}
    @media(max-width:560px){
    body{font-size:15.5px}main,header,footer{padding-left:16px;padding-right:16px}
    header{padding-top:24px}h1{font-size:25px}.summary{font-size:16.5px}
    dl{grid-template-columns:1fr;gap:0}dt{margin-top:10px}
    th,td{padding-right:10px}
    }
    @media screen and (max-width:920px){
    .stacks thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .stacks table,.stacks tbody,.stacks tr,.stacks th,.stacks td{display:block;padding:0;border:0}
    .stacks tr{max-width:460px;border-bottom:1px solid var(--grid);padding:8px 0}
    .stacks tbody th{font-weight:600;overflow-wrap:anywhere}
    .stacks td{display:flex;justify-content:space-between;gap:16px;min-width:0;text-align:right;white-space:normal;overflow-wrap:anywhere}
    .stacks td::before{content:attr(data-title);color:var(--muted);text-align:left;overflow-wrap:normal}
    .stacks code{overflow-wrap:anywhere}
    }
    @media print{
    :root{color-scheme:light;\(FigureStyle.variables(\.light));--soft:#f5f6f8;--link:#1b1f24}
    body{font-size:10pt}main,header,footer{max-width:none;padding:0}
    figure,table,.summary{break-inside:avoid}h2,h3{break-after:avoid}
    section{margin-top:24pt}.scroll{overflow:visible}nav{display:none}
    .quad{grid-template-columns:1fr 1fr;gap:14pt}.copy button{display:none}.trio .panels{grid-template-columns:1fr 1fr 1fr;gap:10pt}.maps .panels{grid-template-columns:1fr 1fr 1fr;gap:10pt}
    }
    """
  }

  /// The script: a choice of data set where there are several, and buttons that copy a text.
  ///
  /// Without it the page shows all data sets, and texts are selected by hand.
  static let script = """
    (function(){
    [].slice.call(document.querySelectorAll('.copy')).forEach(function(box){
    var button=document.createElement('button'),pre=box.querySelector('pre');
    button.type='button';button.textContent='Copy';
    button.addEventListener('click',function(){
    var range=document.createRange(),selection=window.getSelection();
    range.selectNodeContents(pre);selection.removeAllRanges();selection.addRange(range);
    var done=false;try{done=document.execCommand('copy')}catch(e){}
    button.textContent=done?'Copied':'Press Ctrl+C'});
    box.appendChild(button)});
    })();
    (function(){
    var parts=[].slice.call(document.querySelectorAll('section[data-set]'));
    var nav=document.querySelector('header nav');
    if(parts.length<2||!nav)return;
    var label=document.createElement('label'),choice=document.createElement('select');
    label.textContent='Show ';
    ['all data sets'].concat(parts.map(function(p){return p.getAttribute('data-set')})).forEach(function(t,i){
    var o=document.createElement('option');o.value=i;o.textContent=t;choice.appendChild(o)});
    choice.addEventListener('change',function(){
    var n=+choice.value;parts.forEach(function(p,i){p.hidden=n>0&&i+1!==n})});
    nav.addEventListener('click',function(){choice.value=0;parts.forEach(function(p){p.hidden=false})},true);
    label.addEventListener('click',function(e){e.stopPropagation()});
    label.appendChild(choice);nav.appendChild(label);
    })();
    """
}
